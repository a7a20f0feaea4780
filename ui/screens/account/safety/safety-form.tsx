import { safetyLimits } from '../../../../src/contract/limits.ts'
import type { Safety, Schedule } from '../../../../src/contract/site/safety.ts'
import { SettingsForm } from '../../../kit/account/SettingsForm.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { useDraft } from '../../../kit/account/use-draft.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Select } from '../../../kit/components/Select.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { changeOf, type Draft, draftOf, fieldsOf, isSame, keptPeriods, newFolder } from './draft.ts'
import { changeSafety, keepSafety } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.form
const rhythms = (['day', 'week'] as const).map((value) => ({
  value,
  label: labels.rhythms[value],
}))
const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({
  value: String(day),
  label: labels.weekdays[day]!,
}))
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: labels.hourOf(hour),
}))

/** Into which folders, when, and how many are kept. */
export function SafetyForm({ safety }: { safety: Safety }) {
  const state = useDraft({ saved: safety, draftOf, isSame, fieldsOf, onSaved: keepSafety })
  const { draft, change, refuse } = state
  const { errorOf } = state.problem

  const save = async () => {
    const folders = draft.folders.filter(({ path }) => path.trim() !== '')
    const wanted = changeOf({ ...draft, folders })
    if (Array.isArray(wanted)) {
      refuse(wanted)
      return
    }
    // A problem is shown beside the field at the place that the server names.
    change({ folders })
    await state.save(() => changeSafety(wanted))
  }

  return (
    <section aria-labelledby="safety-form" className={account.part}>
      <h2 className={account.groupHeading} id="safety-form">
        {labels.heading}
      </h2>
      <SettingsForm className={styles.form} state={state} autoComplete="off" onSave={save}>
        <FolderFields
          folders={draft.folders}
          errorOf={errorOf}
          onChange={(folders) => change({ folders })}
        />
        <ScheduleFields
          schedule={draft.schedule}
          timeZone={safety.timeZone}
          onChange={(schedule) => change({ schedule })}
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{labels.keep}</legend>
          <div className={styles.fields}>
            {keptPeriods.map((period) => (
              <TextField
                key={period}
                label={labels[period]}
                name={period}
                inputMode="numeric"
                error={errorOf(period)}
                value={draft.keep[period]}
                onChange={({ target }) =>
                  change({ keep: { ...draft.keep, [period]: target.value } })
                }
              />
            ))}
          </div>
          <p className={cards.text}>{labels.keepHint}</p>
        </fieldset>
      </SettingsForm>
    </section>
  )
}

type FolderFieldsProps = {
  folders: Draft['folders']
  errorOf: (field: string) => string | undefined
  onChange: (folders: Draft['folders']) => void
}

function FolderFields({ folders, errorOf, onChange }: FolderFieldsProps) {
  return (
    <div className={styles.group}>
      {folders.map(({ key, path }, place) => (
        <div key={key} className={styles.folder}>
          <TextField
            label={folders.length > 1 ? labels.folderNumber(place + 1) : labels.folder}
            name={`folders.${place}`}
            hint={place === 0 ? labels.folderHint : undefined}
            error={errorOf(`folders.${place}`)}
            spellCheck={false}
            value={path}
            onChange={({ target }) =>
              onChange(
                folders.map((each) => (each.key === key ? { key, path: target.value } : each)),
              )
            }
          />
          <Button kind="quiet" onClick={() => onChange(folders.filter((each) => each.key !== key))}>
            {labels.remove(path || labels.folderNumber(place + 1))}
          </Button>
        </div>
      ))}
      {folders.length < safetyLimits.folders && (
        <div>
          <Button onClick={() => onChange([...folders, newFolder(folders)])}>{labels.add}</Button>
        </div>
      )}
      {folders.length > 0 && <p className={cards.text}>{labels.removeHint}</p>}
    </div>
  )
}

type ScheduleFieldsProps = {
  schedule: Schedule
  timeZone: string
  onChange: (schedule: Schedule) => void
}

function ScheduleFields({ schedule, timeZone, onChange }: ScheduleFieldsProps) {
  return (
    <div className={styles.group}>
      <div className={styles.fields}>
        <Select
          label={labels.every}
          options={rhythms}
          value={schedule.every}
          onChange={(every) => onChange({ ...schedule, every: every === 'week' ? 'week' : 'day' })}
        />
        {schedule.every === 'week' && (
          <Select
            label={labels.weekday}
            options={weekdays}
            value={String(schedule.weekday)}
            onChange={(weekday) => onChange({ ...schedule, weekday: Number(weekday) })}
          />
        )}
        <Select
          label={labels.hour}
          options={hours}
          value={String(schedule.hour)}
          onChange={(hour) => onChange({ ...schedule, hour: Number(hour) })}
        />
      </div>
      <p className={cards.text}>{labels.hourHint(timeZone)}</p>
    </div>
  )
}
