import { useState } from 'react'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { limits } from '../../../../src/contract/limits.ts'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { DialogForm, FormDialog } from '../../../kit/components/FormDialog.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { changeSource } from './requests.ts'
import { SettingsFields } from './settings-fields.tsx'
import { keepSource } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.settings

type SettingsDialogProps = {
  source: Source
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A source's name and settings. */
export default function SettingsDialog({ source, isOpen, onOpenChange }: SettingsDialogProps) {
  return (
    <FormDialog
      title={labels.title(source.name)}
      className={styles.popup}
      staysOnOutsideClick
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <SettingsForm source={source} dialog={dialog} />}
    </FormDialog>
  )
}

type SettingsFormProps = { source: Source; dialog: FormDialogState }

function SettingsForm({ source, dialog }: SettingsFormProps) {
  const [name, setName] = useState(source.name)
  const [settings, setSettings] = useState(source.settings)
  const { form, setProblem, errorOf, general, focusOn } = useProblem(['name'])

  const save = async () => {
    if (name.trim() === '') {
      setProblem({ field: 'name', message: labels.nameMissing })
      focusOn('name')
      return
    }
    dialog.setBusy(true)
    setProblem(undefined)
    try {
      keepSource(await changeSource(source.id, { name, ...settings }))
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
      onSubmit={() => void save()}
      problem={general}
      styles={{ form: styles.form, actions: styles.dialogActions }}
      autoComplete="off"
    >
      <TextField
        label={labels.name}
        name="name"
        value={name}
        maxLength={limits.driveFolderName}
        error={errorOf('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <SettingsFields kind={source.kind} settings={settings} onChange={setSettings} />
    </DialogForm>
  )
}
