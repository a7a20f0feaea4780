import { api, unwrap } from '../../../kit/api.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { useResource } from '../../../kit/resource.ts'
import { texts } from './texts.ts'

const fetchAlbums = () => unwrap(api.albums.$get())

type AlbumProps = { albumId: string; error: string | undefined; onChange: (id: string) => void }

/** `albumId` is '' for none. */
export function UxConfigAlbum({ albumId, error, onChange }: AlbumProps) {
  const { data: albums = [], problem } = useResource(fetchAlbums, { isLogged: true })

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
      hint={problem ? texts.albumsFailed : hint}
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
