import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type EditableSpec,
  editableSpecs,
  numberIn,
  specText,
} from '../../src/contract/camera-specs.ts'
import type { Camera } from '../../src/contract/cameras.ts'
import { limits } from '../../src/contract/vocabulary.ts'
import { api, errorText, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { Choice } from '../components/Choice.tsx'
import { UnsavedDialog } from '../components/ConfirmDialog.tsx'
import { TextField } from '../components/TextField.tsx'
import { useUnsaved } from '../components/use-unsaved.ts'
import * as styles from './editing.css.ts'
import { changeIn, changes } from './spec-values.ts'
import { labelWithUnit, texts } from './texts.ts'

const fields = editableSpecs.filter(({ kind }) => kind !== 'boolean')
const features = editableSpecs.filter(({ kind }) => kind === 'boolean')

/** A field for each specification that the owner can edit. */
export function SpecsForm({ camera, onDone }: { camera: Camera; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isChanged, setChanged] = useState(false)
  const unsaved = useUnsaved(isChanged, onDone)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const param = { id: encodeURIComponent(camera.id) }
      const json = changeIn(new FormData(event.currentTarget))
      await unwrap(api.cameras[':id'].$put({ param, json }))
      await revalidate()
      onDone()
    } catch (error) {
      setBusy(false)
      setProblem(errorText(error))
    }
  }

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        noValidate
        autoComplete="off"
        onChange={({ currentTarget }) =>
          setChanged(changes(changeIn(new FormData(currentTarget)), camera))
        }
        onSubmit={(event) => void save(event)}
      >
        <p className={styles.lead}>{texts.edit.fixed}</p>
        <div className={styles.fields}>
          {fields.map((spec) =>
            spec.kind === 'text' ? (
              <TextField
                key={spec.key}
                name={spec.key}
                label={spec.label}
                maxLength={limits.cameraText}
                defaultValue={String(camera[spec.key])}
              />
            ) : (
              <NumberField key={spec.key} spec={spec} value={Number(camera[spec.key])} />
            ),
          )}
        </div>
        <fieldset className={styles.features}>
          <legend className={styles.legend}>{texts.edit.features}</legend>
          {features.map(({ key, label }) => (
            <Feature key={key} name={key} label={label} value={camera[key]} />
          ))}
        </fieldset>
        <div className={styles.foot}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.edit.save}
          </Button>
          <Button onClick={unsaved.close}>{texts.edit.cancel}</Button>
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

type Answer = keyof typeof texts.edit.answers
const answers = Object.entries(texts.edit.answers).map(([value, label]) => ({
  value: value as Answer,
  label,
}))

type FeatureProps = { name: string; label: string; value: string | number | boolean | null }

/** Unknown is neither yes nor no, and not shown to visitors. */
function Feature({ name, label, value }: FeatureProps) {
  const known = value === true ? 'yes' : 'no'
  const [answer, setAnswer] = useState<Answer>(value === null ? 'unknown' : known)
  return <Choice name={name} label={label} options={answers} value={answer} onChange={setAnswer} />
}

/** 0 means unknown, and is shown as an empty field. */
function NumberField({ spec, value }: { spec: EditableSpec; value: number }) {
  const [isInvalid, setInvalid] = useState(false)
  const { key, kind, label } = spec
  const error = value === 0 ? texts.edit.noNumber : texts.edit.notNumber(specText(spec, value))
  return (
    <TextField
      inputMode="decimal"
      name={key}
      label={labelWithUnit(label, kind)}
      hint={kind === 'megapixels' ? texts.edit.pixelsHint : undefined}
      error={isInvalid ? error : undefined}
      defaultValue={value === 0 ? '' : value}
      onInput={({ currentTarget: { value: text } }) =>
        setInvalid(text.trim() !== '' && numberIn(text) === undefined)
      }
    />
  )
}
