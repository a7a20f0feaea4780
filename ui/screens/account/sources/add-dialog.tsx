import { useState } from 'react'
import type { NewSource, Source } from '../../../../src/contract/imports/sources.ts'
import { Button } from '../../../kit/components/Button.tsx'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { DialogForm, FormDialog } from '../../../kit/components/FormDialog.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { addSource } from './requests.ts'
import { defaultSettings, SettingsFields } from './settings-fields.tsx'
import { keepSource } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const FolderChooser = lazyWithRetry(
  async () => (await import('../drive/folder-chooser.tsx')).default,
)
const labels = texts.add

type AddDialogProps = {
  kind: Source['kind']
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onAdded: (source: Source) => void
}

/** A new source: its folder and its settings. */
export default function AddDialog({ kind, isOpen, onOpenChange, onAdded }: AddDialogProps) {
  return (
    <FormDialog
      title={kind === 'drive' ? labels.driveTitle : labels.folderTitle}
      className={styles.popup}
      staysOnOutsideClick
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <AddForm kind={kind} dialog={dialog} onAdded={onAdded} />}
    </FormDialog>
  )
}

type AddFormProps = Pick<AddDialogProps, 'kind' | 'onAdded'> & { dialog: FormDialogState }

function AddForm({ kind, dialog, onAdded }: AddFormProps) {
  const [path, setPath] = useState('')
  const [folder, setFolder] = useState<{ readonly id: string; readonly name: string }>()
  const [settings, setSettings] = useState(defaultSettings)
  const { form, setProblem, errorOf, general, focusOn } = useProblem(['path'])

  /** What is to be added, or what is missing. */
  const wanted = (): NewSource | { missing: string } => {
    if (kind === 'drive') {
      return folder ? { kind, folderId: folder.id, ...settings } : { missing: labels.chooseFirst }
    }
    return path.trim() ? { kind, path: path.trim(), ...settings } : { missing: labels.pathMissing }
  }

  const add = async () => {
    const source = wanted()
    if ('missing' in source) {
      setProblem({ message: source.missing, field: kind === 'folder' ? 'path' : undefined })
      focusOn('path')
      return
    }
    dialog.setBusy(true)
    setProblem(undefined)
    try {
      const added = await addSource(source)
      keepSource(added)
      onAdded(added)
      dialog.leave()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      dialog.setBusy(false)
    }
  }

  return (
    <DialogForm
      dialog={dialog}
      form={form}
      submit={labels.submit}
      onSubmit={() => void add()}
      problem={general}
      styles={{ form: styles.form, actions: styles.dialogActions }}
      autoComplete="off"
    >
      {kind === 'folder' ? (
        <TextField
          label={labels.path}
          hint={labels.pathHint}
          error={errorOf('path')}
          name="path"
          spellCheck={false}
          value={path}
          onChange={({ target }) => setPath(target.value)}
        />
      ) : (
        <DriveFolderField
          name={folder?.name}
          onChoose={(chosen) => {
            setFolder(chosen)
            setProblem(undefined)
          }}
        />
      )}
      <SettingsFields kind={kind} settings={settings} onChange={setSettings} />
    </DialogForm>
  )
}

type DriveFolderFieldProps = {
  name: string | undefined
  onChoose: (folder: { readonly id: string; readonly name: string }) => void
}

function DriveFolderField({ name, onChoose }: DriveFolderFieldProps) {
  const chooser = useDialog(FolderChooser)
  return (
    <div className={styles.folder}>
      {name !== undefined && (
        <p className={styles.path} dir="auto" role="status">
          {labels.chosen(name)}
        </p>
      )}
      <Button aria-haspopup="dialog" onClick={chooser.open}>
        {labels.chooseFolder}
      </Button>
      {chooser.isMounted && (
        <FolderChooser
          {...chooser.dialogProps}
          hint={labels.chooserHint}
          onChoose={async ({ id, name: chosen }) => {
            onChoose({ id, name: chosen })
            return true
          }}
        />
      )}
    </div>
  )
}
