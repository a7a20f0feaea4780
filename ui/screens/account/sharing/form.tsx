import { type ReactNode, useId } from 'react'
import {
  type LicenceId,
  licenceIds,
  licenceLabel,
  licenceOf,
} from '../../../../src/contract/site/licences.ts'
import type { Sharing } from '../../../../src/contract/site/sharing.ts'
import { SettingsForm } from '../../../kit/account/SettingsForm.tsx'
import { useDraft } from '../../../kit/account/use-draft.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { Switch } from '../../../kit/components/Switch.tsx'
import { licenceAtom } from '../../../kit/state/licence.ts'
import { store } from '../../../kit/state/store.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const licences = licenceIds.map((value) => ({ value, label: licenceLabel(value) }))
const fields = ['allowSearchEngines', 'keepAiOut', 'licence'] as const

const isSame = (one: Sharing, other: Sharing): boolean =>
  fields.every((field) => one[field] === other[field])

type FormProps = { sharing: Sharing; onSave: (saved: Sharing) => void }

/** `sharing` is what the server has. */
export function SharingForm({ sharing, onSave }: FormProps) {
  const state = useDraft({
    saved: sharing,
    draftOf: (saved) => saved,
    isSame,
    fieldsOf: () => fields,
    onSaved: onSave,
  })
  const { draft, change, problem } = state
  const { address } = licenceOf(draft.licence)

  const save = async () => {
    const saved = await state.save(() => unwrap(api.sharing.$put({ json: draft })))
    if (saved) store.set(licenceAtom, licenceOf(saved.licence))
  }

  return (
    <SettingsForm className={styles.form} state={state} onSave={save}>
      <Group heading={texts.search}>
        <Switch
          label={texts.allowSearch}
          hint={texts.allowSearchHint}
          name="allowSearchEngines"
          checked={draft.allowSearchEngines}
          onChange={(allowSearchEngines) => change({ allowSearchEngines })}
        />
      </Group>
      <Group heading={texts.ai}>
        <Switch
          label={texts.keepAiOut}
          hint={texts.keepAiOutHint}
          name="keepAiOut"
          checked={draft.keepAiOut}
          onChange={(keepAiOut) => change({ keepAiOut })}
        />
        {draft.keepAiOut !== sharing.keepAiOut && (
          <p className={styles.note}>{texts.keepAiOutNote}</p>
        )}
      </Group>
      <Group heading={texts.licence}>
        <Select
          label={texts.defaultLicence}
          options={licences}
          value={draft.licence}
          onChange={(licence) => change({ licence: licence as LicenceId })}
          hint={texts.licenceHint}
          error={problem.errorOf('licence')}
        />
        {address && (
          <div>
            <p className={styles.note}>{texts.licenceNote}</p>
            <a className={textLink} href={address} target="_blank" rel="noreferrer">
              {texts.readLicence}
            </a>
          </div>
        )}
      </Group>
    </SettingsForm>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 className={styles.groupHeading} id={id}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
