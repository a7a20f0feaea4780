import { type RefObject, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import * as dialog from '../components/Dialog.css.ts'
import { Dialog } from '../components/Dialog.tsx'
import * as styles from './chooser.css.ts'
import { chooserTexts } from './chooser-texts.ts'
import { FolderPath } from './folder-path.tsx'
import { FolderRows } from './folder-rows.tsx'
import { driveErrorText } from './reason.ts'
import { texts } from './texts.ts'
import { type BrowsedFolder, useFolderBrowser } from './use-folder-browser.ts'
import { useSetFolder } from './use-set-folder.tsx'

const labels = chooserTexts

type FolderChooserProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called with the name of the folder that was set. */
  onChosen: (name: string) => void
}

/** A dialog that browses the drive and sets the folder whose content it shows. */
export default function FolderChooser({ isOpen, onOpenChange, onChosen }: FolderChooserProps) {
  const [isBusy, setBusy] = useState(false)
  const area = useRef<HTMLElement>(null)
  return (
    <Dialog
      title={labels.title}
      className={styles.popup}
      initialFocus={area}
      {...{ isOpen, isBusy, onOpenChange }}
    >
      <Browser
        area={area}
        isBusy={isBusy}
        onBusyChange={setBusy}
        onChosen={(name) => {
          onChosen(name)
          onOpenChange(false)
        }}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type BrowserProps = Pick<FolderChooserProps, 'onChosen'> & {
  /** Gets the focus whenever a folder is opened. */
  area: RefObject<HTMLElement | null>
  isBusy: boolean
  onBusyChange: (isBusy: boolean) => void
  onCancel: () => void
}

function Browser({ area, isBusy, onBusyChange, onChosen, onCancel }: BrowserProps) {
  const browser = useFolderBrowser()
  const [problem, setProblem] = useState<string>()
  const current = browser.path.at(-1)
  const folder = useSetFolder()

  const open = (path: readonly BrowsedFolder[]) => {
    setProblem(undefined)
    browser.open(path)
    area.current?.focus()
  }
  const choose = async ({ id, name }: BrowsedFolder) => {
    onBusyChange(true)
    setProblem(undefined)
    try {
      const chosen = await folder.set({ driveFolderName: name, driveFolderId: id })
      if (chosen !== undefined) onChosen(chosen)
    } catch (error) {
      setProblem(texts.folder.failed(driveErrorText(error)))
    } finally {
      onBusyChange(false)
    }
  }

  return (
    <div className={styles.browser}>
      <FolderPath path={browser.path} onOpen={open} />
      <FolderRows {...browser} area={area} onOpen={(folder) => open([...browser.path, folder])} />
      <p className={styles.hint}>{browser.folders && hintOf(current, browser.folders.length)}</p>
      {problem && (
        <p className={dialog.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button isDisabled={isBusy} onClick={onCancel}>
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
      {folder.dialog}
    </div>
  )
}

function hintOf(current: BrowsedFolder | undefined, count: number): string {
  if (current?.canChoose) return labels.hint.folder
  if (count === 0) return ''
  return current ? labels.hint.collection : labels.hint.top
}
