import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import type { Album } from '../../src/contract/albums.ts'
import { Button } from '../components/Button.tsx'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { viewerAtom } from '../state/viewer.ts'
import { emptyNotice } from './album.css.ts'
import { texts } from './texts.ts'

type EmptyAlbumProps = { album: Album; isBeyond: boolean; onAdd: () => void }

/** In place of the grid: no photos at all, or none this far on. */
export function EmptyAlbum({ album, isBeyond, onAdd }: EmptyAlbumProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  const [search] = useSearchParams()
  const { heading, visitor, owner, beyond, toStart } = texts.emptyAlbum
  return (
    <section className={`notice ${emptyNotice}`}>
      <h2>{isBeyond ? beyond.heading : heading}</h2>
      <p>{isBeyond ? beyond.text : isOwner ? owner : visitor}</p>
      {isOwner && !isBeyond && (
        <p>
          <Button kind="primary" onClick={onAdd}>
            {texts.tools.add.short}
          </Button>
        </p>
      )}
      {isBeyond && (
        <p>
          <Link to={paths.album(album.id, search.get('code') ?? '')}>{toStart}</Link>
        </p>
      )}
    </section>
  )
}
