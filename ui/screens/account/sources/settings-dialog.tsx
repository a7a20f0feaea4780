import { type SubmitEvent, useState } from 'react'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { limits } from '../../../../src/contract/limits.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Dialog } from '../../../kit/components/Dialog.tsx'
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
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={labels.title(source.name)}
      className={styles.popup}
      staysOnOutsideClick
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={onOpenChange}
    >
      <SettingsForm
        source={source}
        isBusy={isBusy}
        onBusyChange={setBusy}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type SettingsFormProps = {
  source: Source
  isBusy: boolean
  onBusyChange: (isBusy: boolean) => void
  onClose: () => void
}

function SettingsForm({ source, isBusy, onBusyChange, onClose }: SettingsFormProps) {
  const [name, setName] = useState(source.name)
  const [settings, setSettings] = useState(source.settings)
  const { form, setProblem, errorOf, general, focusOn } = useProblem(['name'])

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '') {
      setProblem({ field: 'name', message: labels.nameMissing })
      focusOn('name')
      return
    }
    onBusyChange(true)
    setProblem(undefined)
    try {
      keepSource(await changeSource(source.id, { name, ...settings }))
      onBusyChange(false)
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
      onBusyChange(false)
    }
  }

  return (
    <form
      className={styles.form}
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void save(event)}
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
      {general && (
        <p className={account.problem} role="alert">
          {general}
        </p>
      )}
      <div className={styles.dialogActions}>
        <Button isDisabled={isBusy} onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {labels.submit}
        </Button>
      </div>
    </form>
  )
}
