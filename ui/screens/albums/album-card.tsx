import { useAtomValue } from 'jotai'
import { EyeOff, House, Lock, Plus } from 'lucide-react'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { descriptionBeside } from '../../../src/contract/photos/descriptions.ts'
import { coverSizes } from '../../catalogue/albums/covers.ts'
import { CoverPicture } from '../../features/albums/form/cover-picture.tsx'
import { texts } from '../../features/albums/texts.ts'
import { Link } from '../../kit/components/Link.tsx'
import { paths } from '../../kit/paths.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import * as styles from './styles.css.ts'

/** An album in the list; the whole card is one link. */
export function AlbumCard({ album, isEager }: { album: Album; isEager: boolean }) {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { id, name, coverPic, code, photoCount } = album
  const description = descriptionBeside(name, album.description)
  return (
    <li className={styles.item}>
      <Link className={styles.card} to={paths.album(id, code)} data-album={id}>
        <CoverPicture
          key={coverPic}
          className={styles.cover}
          coverPic={coverPic}
          sizes={coverSizes}
          isEager={isEager}
        />
        <h2 className={styles.cardName} dir="auto">
          {name}
        </h2>
        <p className={styles.facts}>
          {texts.photos(photoCount)}
          {photoCount === 0 && !code && id !== photoStreamAlbumId && (
            <span className={styles.mark}>
              <EyeOff aria-hidden="true" size={14} />
              {texts.hiddenWhileEmpty}
            </span>
          )}
          {id === photoStreamAlbumId && (
            <span className={styles.mark}>
              <House aria-hidden="true" size={14} />
              {texts.photostreamInList}
            </span>
          )}
          {code && (
            <span className={styles.mark}>
              <Lock aria-hidden="true" size={14} />
              {texts.codeRequired}
            </span>
          )}
        </p>
        {description && (
          <p className={styles.cardDescription} dir="auto" title={description}>
            {description}
          </p>
        )}
      </Link>
    </li>
  )
}

export function AddCard({ onAdd }: { onAdd: () => void }) {
  return (
    <li className={styles.item}>
      <button type="button" className={styles.add} onClick={onAdd}>
        <Plus aria-hidden="true" size={20} strokeWidth={1.6} />
        {texts.add}
      </button>
    </li>
  )
}
