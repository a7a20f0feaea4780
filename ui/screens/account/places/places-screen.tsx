import { type SubmitEvent, useEffect, useState } from 'react'
import { placeAudiences, placeLimits } from '../../../../src/contract/places/place-limits.ts'
import type { PlaceSettings, Places } from '../../../../src/contract/places/places.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, errorText, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Choice } from '../../../kit/components/Choice.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { FormFooter } from '../form-footer.tsx'
import { texts as accountTexts } from '../texts.ts'
import { type Draft, draftOf, fieldOf, isSame, newZone, type ZoneDraft, zoneOf } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { ZoneFields } from './zone-fields.tsx'

/** /account/places: what others see of where photos were taken. */
export default function PlacesScreen() {
  const [settings, setSettings] = useState<PlaceSettings>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    unwrap(api.places.settings.$get()).then(setSettings, (error: unknown) =>
      setProblem(errorText(error, texts.loadFailed)),
    )
  }, [])

  return (
    <>
      <h1 className={account.heading}>{accountTexts.settings.places}</h1>
      <p className={account.lead}>{texts.lead}</p>
      {problem && (
        <p className={account.problem} role="alert">
          {problem}
        </p>
      )}
      {!settings && !problem && <p className={styles.waiting}>{texts.loading}</p>}
      {settings && <PlacesForm settings={settings} onSaved={setSettings} />}
    </>
  )
}

type PlacesFormProps = { settings: PlaceSettings; onSaved: (settings: PlaceSettings) => void }

function PlacesForm({ settings, onSaved }: PlacesFormProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings))
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const names = draft.zones.flatMap(({ key }) =>
    (['name', 'position', 'radius'] as const).map((part) => fieldOf(key, part)),
  )
  const { form, setProblem, setProblems, clearProblems, errorOf, general, focusOn } =
    useProblem(names)
  const unsaved = useUnsaved(!isSame(draft, draftOf(settings)), () => setDraft(draftOf(settings)))

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setSaved(false)
  }
  const changeZone = (key: number, part: Partial<ZoneDraft>) => {
    change({ zones: draft.zones.map((zone) => (zone.key === key ? { ...zone, ...part } : zone)) })
    clearProblems(Object.keys(part).map((name) => fieldOf(key, name as keyof ZoneDraft & 'name')))
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const read = draft.zones.map(zoneOf)
    const problems = read.flatMap((zone) => zone.problems)
    if (problems.length > 0) {
      setProblems(problems)
      focusOn(problems[0]?.field)
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const homeZones = read.flatMap(({ zone }) => zone ?? [])
      const json = { whoSees: draft.whoSees, homeZones }
      const saved = await unwrap(api.places.settings.$put({ json }))
      onSaved(saved)
      setDraft(draftOf(saved))
      setSaved(true)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={account.form}
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => void save(event)}
    >
      <div>
        <Choice
          label={texts.whoSees}
          name="whoSees"
          options={placeAudiences.map((value) => ({ value, label: texts.choices[value] }))}
          value={draft.whoSees}
          onChange={(whoSees) => change({ whoSees })}
        />
        <p className={styles.meaning} role="status">
          {texts.meanings[draft.whoSees]}
        </p>
      </div>
      <ZoneList
        zones={draft.zones}
        errorOf={errorOf}
        onChange={changeZone}
        onZones={(zones) => change({ zones })}
      />
      <p className={styles.note}>
        {texts.counts(settings.located, settings.inZones)} {texts.warning}
      </p>
      <FormFooter
        submit={texts.submit}
        isBusy={isBusy}
        saved={isSaved && texts.saved}
        problem={general}
      />
      <UnsavedDialog {...unsaved.question} />
    </form>
  )
}

type ZoneListProps = {
  zones: readonly ZoneDraft[]
  errorOf: (name: string) => string | undefined
  onChange: (key: number, part: Partial<ZoneDraft>) => void
  onZones: (zones: readonly ZoneDraft[]) => void
}

/** The home zones, and buttons to add and remove them. */
function ZoneList({ zones, errorOf, onChange, onZones }: ZoneListProps) {
  const [places, setPlaces] = useState<Places>()
  useEffect(() => {
    // Without them, zones are typed.
    unwrap(api.places.$get({ query: {} })).then(setPlaces, () => undefined)
  }, [])
  return (
    <section className={styles.zones}>
      <div>
        <h2 className={styles.zonesTitle}>{texts.zones}</h2>
        <p className={styles.note}>{texts.zonesHint}</p>
      </div>
      {zones.map((zone, index) => (
        <ZoneFields
          key={zone.key}
          zone={zone}
          number={index + 1}
          places={places}
          errorOf={errorOf}
          onChange={(part) => onChange(zone.key, part)}
          onRemove={() => onZones(zones.filter(({ key }) => key !== zone.key))}
        />
      ))}
      {zones.length < placeLimits.zones && (
        <div>
          <Button onClick={() => onZones([...zones, newZone(zones)])}>{texts.add}</Button>
        </div>
      )}
    </section>
  )
}
