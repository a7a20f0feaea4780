import { type SubmitEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { editableSpecs } from '../../../src/contract/cameras/camera-specs.ts'
import type { Camera } from '../../../src/contract/cameras/cameras.ts'
import { limits } from '../../../src/contract/limits.ts'
import { api, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Choice } from '../../kit/components/Choice.tsx'
import { UnsavedDialog } from '../../kit/components/ConfirmDialog.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { specifiedProblemOf, useProblem } from '../../kit/components/use-problem.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import * as styles from './editing.css.ts'
import { changeIn, changes, problemsIn } from './spec-values.ts'
import { labelWithUnit, texts } from './texts.ts'

const fields = editableSpecs.filter(({ kind }) => kind !== 'boolean')
const keys = fields.map(({ key }) => key)
const features = editableSpecs.filter(({ kind }) => kind === 'boolean')

/** A field for each specification that the owner can edit. */
export function SpecsForm({ camera, onDone }: { camera: Camera; onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const { form, setProblem, setProblems, clearProblems, errorOf, general, focusOn } =
    useProblem(keys)
  const [isChanged, setChanged] = useState(false)
  const unsaved = useUnsaved(isChanged, onDone)

  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    const wrong = problemsIn(entered, camera)
    setProblems(wrong)
    if (wrong.length > 0) return focusOn(wrong[0]?.field)
    setBusy(true)
    try {
      const param = { id: encodeURIComponent(camera.id) }
      const json = changeIn(entered)
      await unwrap(api.cameras[':id'].$put({ param, json }))
      await revalidate()
      onDone()
    } catch (error) {
      setBusy(false)
      const problem = specifiedProblemOf(error)
      setProblem(problem)
      focusOn(problem.field)
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
          {fields.map((spec) => (
            <SpecField
              key={spec.key}
              spec={spec}
              camera={camera}
              error={errorOf(spec.key)}
              onInput={() => clearProblems([spec.key])}
            />
          ))}
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
          {general && (
            <p className={styles.problem} role="alert">
              {general}
            </p>
          )}
        </div>
      </form>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

type SpecFieldProps = {
  spec: (typeof fields)[number]
  camera: Camera
  error: string | undefined
  onInput: () => void
}

function SpecField({ spec, camera, error, onInput }: SpecFieldProps) {
  const { key, kind, label } = spec
  const value = camera[key]
  if (kind === 'text') {
    return (
      <TextField
        name={key}
        error={error}
        isAlert
        onInput={onInput}
        label={label}
        maxLength={limits.cameraText}
        defaultValue={String(value)}
      />
    )
  }
  return (
    <TextField
      name={key}
      error={error}
      isAlert
      onInput={onInput}
      inputMode="decimal"
      label={labelWithUnit(label, kind)}
      hint={kind === 'megapixels' ? texts.edit.pixelsHint : undefined}
      // 0 means unknown.
      defaultValue={value === 0 ? '' : Number(value)}
    />
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
