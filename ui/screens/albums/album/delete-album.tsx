import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { afterDeletion } from '../../../catalogue/albums/state.ts'
import { deleteAlbum } from '../../../features/albums/album-changes.ts'
import { texts } from '../../../features/albums/texts.ts'
import { errorText } from '../../../kit/api.ts'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { Sentence } from '../../../kit/components/Sentence.tsx'
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
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isPhotostream = album.id === photoStreamAlbumId
  const hiding = album.code ? '' : words.hides
  const consequence = isPhotostream ? words.photostream : hiding

  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await deleteAlbum(album.id)
      notify(words.done(album.name), { durationMs: doneMs })
      await navigate(paths.albums(), { replace: true, state: afterDeletion })
    } catch (error) {
      // Logged as specified; the dialog shows it as well.
      console.warn(error)
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={<Sentence with={album.name} of={words.title} />}
      text={`${words.text} ${consequence}`.trim()}
      ok={words.ok}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onOk={() => void remove()}
      onCancel={() => onOpenChange(false)}
    />
  )
}
