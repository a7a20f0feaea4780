import { type WhenGone, whenGoneChoices } from '../../../../src/contract/imports/source-words.ts'
import type { Source, SourceSettings } from '../../../../src/contract/imports/sources.ts'
import { Choice } from '../../../kit/components/Choice.tsx'
import { Select } from '../../../kit/components/Select.tsx'
import { Switch } from '../../../kit/components/Switch.tsx'
import { texts } from './texts.ts'

const labels = texts.settings
const onRequest = 'never'
const usualHours = [null, 1, 3, 6, 12, 24, 168]

/** As the server has them for a source without settings of its own. */
export const defaultSettings: SourceSettings = {
  everyHours: 1,
  subfolders: true,
  albumPerSubfolder: false,
  whenGone: 'nothing',
}

type SettingsFieldsProps = {
  kind: Source['kind']
  settings: SourceSettings
  onChange: (settings: SourceSettings) => void
}

export function SettingsFields({ kind, settings, onChange }: SettingsFieldsProps) {
  const change = (part: Partial<SourceSettings>) => onChange({ ...settings, ...part })
  const { everyHours } = settings
  const hours = usualHours.includes(everyHours) ? usualHours : [...usualHours, everyHours]
  return (
    <>
      <Select
        label={labels.every}
        options={hours.map((each) => ({
          value: String(each ?? onRequest),
          label: labels.everyHours(each),
        }))}
        value={String(everyHours ?? onRequest)}
        onChange={(value) => change({ everyHours: value === onRequest ? null : Number(value) })}
        hint={kind === 'folder' && everyHours !== null ? labels.watched : undefined}
      />
      <Switch
        label={labels.subfolders}
        checked={settings.subfolders}
        onChange={(subfolders) => change({ subfolders })}
      />
      {settings.subfolders && (
        <Switch
          label={labels.albums}
          hint={labels.albumsHint}
          checked={settings.albumPerSubfolder}
          onChange={(albumPerSubfolder) => change({ albumPerSubfolder })}
        />
      )}
      <Choice<WhenGone>
        label={labels.whenGone}
        hint={labels.whenGoneHint}
        options={whenGoneChoices.map((value) => ({ value, label: labels.whenGoneChoices[value] }))}
        value={settings.whenGone}
        onChange={(whenGone) => change({ whenGone })}
      />
    </>
  )
}
