import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '../state/viewer.ts'
import { DeletedFiles } from './deleted-files.tsx'
import { Disconnect } from './disconnect.tsx'
import { FolderForm } from './folder-form.tsx'
import { FolderPhotos } from './folder-photos.tsx'
import { LastImport } from './last-import.tsx'
import { countPhotos } from './load-drive.ts'
import { lastImportAtom } from './state.ts'

/** A drive to import from: its folder, what is new in it, and what became of the last import. */
export function Connected() {
  const { driveFolderId } = useAtomValue(userAtom)
  const lastId = useAtomValue(lastImportAtom)?.id

  // With another folder and after each import there is something else to find.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the import is what changed the count
  useEffect(() => {
    if (driveFolderId) void countPhotos()
  }, [driveFolderId, lastId])

  return (
    <>
      <FolderForm />
      {driveFolderId && <FolderPhotos />}
      <LastImport canRetry={Boolean(driveFolderId)} />
      {driveFolderId && <DeletedFiles />}
      <Disconnect />
    </>
  )
}
