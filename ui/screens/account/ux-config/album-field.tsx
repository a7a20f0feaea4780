import { useEffect, useState } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { ApiError, api, unwrap } from '../../../kit/api.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { texts } from './texts.ts'

type AlbumProps = { albumId: string; error: string | undefined; onChange: (id: string) => void }

/** `albumId` is '' for none. */
export function UxConfigAlbum({ albumId, error, onChange }: AlbumProps) {
  const [albums, setAlbums] = useState<readonly Album[]>([])
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading')

  useEffect(() => {
    let isWanted = true
    const load = async () => {
      try {
        const answer = await unwrap(api.albums.$get())
        if (!isWanted) return
        setAlbums(answer)
        setState('here')
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
        console.error(failure)
        if (isWanted) setState('failed')
      }
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [])

  const chosen = albums.find(({ id }) => id === albumId)
  // The current album can stay selected before its name is loaded.
  const current = albumId !== '' && !chosen ? [{ value: albumId, label: texts.currentAlbum }] : []
  const uncodedHint = albumId === '' ? texts.noAlbumHint : texts.albumHint
  const hint = chosen?.code ? texts.codedAlbumHint : uncodedHint
  return (
    <Select
      label={texts.album}
      value={albumId}
      onChange={onChange}
      hint={state === 'failed' ? texts.albumsFailed : hint}
      error={error}
      options={[
        { value: '', label: texts.noAlbum },
        ...current,
        // The lock of a photo makes it public or private, which a filter would undo.
        ...albums.filter(({ rule }) => !rule).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
