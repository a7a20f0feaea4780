import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { texts } from '../../../features/drive-import/texts.ts'
import { codeAndMessage } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import * as frame from '../../../kit/components/Dialog.css.ts'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { FormDialog } from '../../../kit/components/FormDialog.tsx'
import * as styles from './chooser.css.ts'
import { chooserTexts } from './chooser-texts.ts'
import { FolderPath } from './folder-path.tsx'
import { FolderRows } from './folder-rows.tsx'
import { type BrowsedFolder, useFolderBrowser } from './use-folder-browser.ts'

const labels = chooserTexts

type FolderChooserProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** About a folder that can be chosen. */
  hint: string
  /** @returns whether it was; then the dialog closes. @throws ApiError */
  onChoose: (folder: BrowsedFolder) => Promise<boolean>
  /** Questions about the choice. */
  children?: ReactNode
}

/** A dialog that browses the drive for a folder. */
export default function FolderChooser(props: FolderChooserProps) {
  const { isOpen, onOpenChange, hint, onChoose, children } = props
  const area = useRef<HTMLElement>(null)
  return (
    <FormDialog
      title={labels.title}
      className={styles.popup}
      initialFocus={area}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => (
        <>
          <Browser area={area} dialog={dialog} hint={hint} onChoose={onChoose} />
          {children}
        </>
      )}
    </FormDialog>
  )
}

type BrowserProps = Pick<FolderChooserProps, 'hint' | 'onChoose'> & {
  /** Gets the focus whenever a folder is opened. */
  area: RefObject<HTMLElement | null>
  dialog: FormDialogState
}

function Browser({ area, dialog, hint, onChoose }: BrowserProps) {
  const { isBusy, setBusy } = dialog
  const browser = useFolderBrowser()
  const [problem, setProblem] = useState<string>()
  const current = browser.path.at(-1)

  const open = (path: readonly BrowsedFolder[]) => {
    setProblem(undefined)
    browser.open(path)
    area.current?.focus()
  }
  const choose = async (folder: BrowsedFolder) => {
    setBusy(true)
    setProblem(undefined)
    try {
      if (await onChoose(folder)) dialog.leave()
    } catch (error) {
      setProblem(texts.folder.failed(codeAndMessage(error)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.browser}>
      <FolderPath path={browser.path} onOpen={open} />
      <FolderRows {...browser} area={area} onOpen={(folder) => open([...browser.path, folder])} />
      <p className={styles.hint}>
        {browser.folders && hintOf(current, browser.folders.length, hint)}
      </p>
      {problem && (
        <p className={frame.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button isDisabled={isBusy} onClick={dialog.close}>
          {texts.cancel}
        </Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          isDisabled={!current?.canChoose}
          onClick={() => current && void choose(current)}
        >
          <span className={styles.chosenName} title={current?.name}>
            {labels.choose(current)}
          </span>
        </Button>
      </div>
    </div>
  )
}

function hintOf(current: BrowsedFolder | undefined, count: number, hint: string): string {
  if (current?.canChoose) return hint
  if (count === 0) return ''
  return current ? labels.hint.collection : labels.hint.top
}
