import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { afterDeletion } from '../../../catalogue/albums/state.ts'
import { deleteAlbum } from '../../../features/albums/album-changes.ts'
import { texts } from '../../../features/albums/texts.ts'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { Sentence } from '../../../kit/components/Sentence.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { paths } from '../../../kit/paths.ts'
import { notify } from '../../../kit/state/notices.ts'
import { uxConfigAtom } from '../../../kit/state/ux-config.ts'

type DeleteAlbumProps = {
  album: Album
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const doneMs = 6000
const words = texts.deletion

/** Asks for confirmation and says what happens to the album's photos. */
export function DeleteAlbum({ album, isOpen, onOpenChange }: DeleteAlbumProps) {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const navigate = useNavigate()
  const { isBusy, problem, run } = useAction({ isLogged: true })
  const isPhotostream = album.id === photoStreamAlbumId
  const hiding = album.code ? '' : words.hides
  const consequence = isPhotostream ? words.photostream : hiding

  const remove = async () => {
    await deleteAlbum(album.id)
    notify(words.done(album.name), { durationMs: doneMs })
    await navigate(paths.albums(), { replace: true, state: afterDeletion })
  }

  return (
    <ConfirmDialog
      title={<Sentence with={album.name} of={words.title} />}
      text={`${words.text} ${consequence}`.trim()}
      ok={words.ok}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onOk={() => void run(remove)}
      onCancel={() => onOpenChange(false)}
    />
  )
}
