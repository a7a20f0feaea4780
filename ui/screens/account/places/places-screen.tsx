import { placeLimits } from '../../../../src/contract/limits.ts'
import { placeAudiences } from '../../../../src/contract/places/place-audiences.ts'
import type { PlaceSettings } from '../../../../src/contract/places/places.ts'
import { SettingsForm } from '../../../kit/account/SettingsForm.tsx'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { useDraft } from '../../../kit/account/use-draft.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Choice } from '../../../kit/components/Choice.tsx'
import { useResource } from '../../../kit/resource.ts'
import { texts as accountTexts } from '../texts.ts'
import { type Draft, draftOf, fieldOf, isSame, newZone, type ZoneDraft, zoneOf } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { ZoneFields } from './zone-fields.tsx'

/** /account/places: what others see of where photos were taken. */
export default function PlacesScreen() {
  const {
    data: settings,
    setData,
    problem,
  } = useResource(fetchSettings, {
    within: texts.loadFailed,
  })
  return (
    <SettingsScreen title={accountTexts.settings.places} lead={texts.lead}>
      <LoadState isLoaded={settings !== undefined} problem={problem} />
      {settings && <PlacesForm settings={settings} onSaved={setData} />}
    </SettingsScreen>
  )
}

const fetchSettings = () => unwrap(api.places.settings.$get())
const fetchPlaces = () => unwrap(api.places.$get({ query: {} }))

const fieldsOf = ({ zones }: Draft): string[] =>
  zones.flatMap(({ key }) =>
    (['name', 'position', 'radius'] as const).map((part) => fieldOf(key, part)),
  )

type PlacesFormProps = { settings: PlaceSettings; onSaved: (settings: PlaceSettings) => void }

function PlacesForm({ settings, onSaved }: PlacesFormProps) {
  const state = useDraft({ saved: settings, draftOf, isSame, fieldsOf, onSaved })
  const { draft, change, refuse } = state
  const { clearProblems, errorOf } = state.problem

  const changeZone = (key: number, part: Partial<ZoneDraft>) => {
    change({ zones: draft.zones.map((zone) => (zone.key === key ? { ...zone, ...part } : zone)) })
    clearProblems(Object.keys(part).map((name) => fieldOf(key, name as keyof ZoneDraft & 'name')))
  }

  const save = async () => {
    const read = draft.zones.map(zoneOf)
    const problems = read.flatMap((zone) => zone.problems)
    if (problems.length > 0) {
      refuse(problems)
      return
    }
    const homeZones = read.flatMap(({ zone }) => zone ?? [])
    const json = { whoSees: draft.whoSees, homeZones }
    await state.save(() => unwrap(api.places.settings.$put({ json })))
  }

  return (
    <SettingsForm state={state} autoComplete="off" onSave={save}>
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
    </SettingsForm>
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
  // Without them, zones are typed.
  const { data: places } = useResource(fetchPlaces)
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
