import { useEffect, useState } from 'react'
import type { DriveFolderChoice } from '../../../../src/contract/imports/drive.ts'
import { loadLatestImport } from '../../../features/drive-import/import-job.ts'
import {
  countPhotos,
  forgetListing,
  returnErrorAtom,
} from '../../../features/drive-import/state.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { ApiError, api, unwrap } from '../../../kit/api.ts'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { store } from '../../../kit/state/store.ts'
import { userAtom } from '../../../kit/state/viewer.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)
const labels = texts.folder.question

type Asked = {
  readonly running: string | null
  readonly wanted: string
  readonly answer: (mayStop: boolean) => void
}

/** Sets the folder, and asks before that stops an import from another one. */
export function useSetFolder() {
  const question = useDialog(ConfirmDialog)
  const [asked, setAsked] = useState<Asked>()
  const { isOpen, onOpenChange } = question.dialogProps

  // Also if its code could not be loaded, or the screen is left.
  useEffect(() => {
    if (!isOpen) asked?.answer(false)
    return () => asked?.answer(false)
  }, [isOpen, asked])

  const mayStopImport = (running: string | null, wanted: string) =>
    new Promise<boolean>((answer) => {
      setAsked({ running, wanted, answer })
      question.open()
    })

  return {
    /** @returns its name as in the drive; undefined if it stays as it is. @throws ApiError */
    set: async (choice: DriveFolderChoice): Promise<string | undefined> => {
      try {
        return await setFolder(choice)
      } catch (error) {
        const running = runningImportOf(error)
        if (!running) throw error
        await loadLatestImport()
        const mayStop = await mayStopImport(running.folder, choice.driveFolderName)
        return mayStop ? setFolder({ ...choice, stopImport: true }) : undefined
      }
    },
    dialog: question.isMounted && asked && (
      <ConfirmDialog
        title={labels.title}
        text={labels.text(asked.running, asked.wanted)}
        ok={labels.stop}
        cancel={texts.progress.question.keep}
        isOpen={isOpen}
        onOk={() => {
          asked.answer(true)
          onOpenChange(false)
        }}
        onCancel={() => onOpenChange(false)}
      />
    ),
  }
}

/** The import because of which something was refused. */
function runningImportOf(error: unknown): { readonly folder: string | null } | undefined {
  const running = error instanceof ApiError && error.refusal?.details?.import
  return running ? (running as { folder: string | null }) : undefined
}

/** Sets the folder to import from. @returns its name as in the drive. @throws ApiError */
async function setFolder(choice: DriveFolderChoice): Promise<string> {
  store.set(returnErrorAtom, undefined)
  const saved = await unwrap(api.user.gdrive.$put({ json: choice }))
  if (saved.driveFolderId !== store.get(userAtom).driveFolderId) forgetListing()
  // The same folder is counted again: counting may have failed before.
  else void countPhotos()
  store.set(userAtom, saved)
  return saved.driveFolderName ?? ''
}
