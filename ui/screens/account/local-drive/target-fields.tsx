import { useAtom } from 'jotai'
import { limits } from '../../../../src/contract/limits.ts'
import { AlbumField } from '../../../features/edit/album-field.tsx'
import { asTyped } from '../../../kit/components/as-typed.ts'
import { TextField } from '../../../kit/components/TextField.tsx'
import { useResource } from '../../../kit/resource.ts'
import { texts } from '../texts.ts'
import { fetchAlbums, newAlbumNameAtom, targetIdsAtom } from './target-albums.ts'

/** The albums that the next uploads are added to: some of those that exist, and a new one. */
export function TargetFields({ error }: { error: string | undefined }) {
  const [chosen, setChosen] = useAtom(targetIdsAtom)
  const [name, setName] = useAtom(newAlbumNameAtom)
  // A new album is listed once it is created.
  const albums = useResource(fetchAlbums, {
    within: texts.local.albumsFailed,
    refreshOn: chosen,
  })
  return (
    <>
      <AlbumField
        albums={albums.data}
        problem={albums.problem}
        onRetry={albums.retry}
        none={texts.local.noAlbum}
        chosen={chosen}
        onChange={setChosen}
      />
      <TextField
        label={texts.local.newAlbum}
        hint={texts.local.newAlbumHint}
        error={error}
        isAlert
        name="newAlbum"
        dir="auto"
        {...asTyped}
        maxLength={limits.albumName}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </>
  )
}
