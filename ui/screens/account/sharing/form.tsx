import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import {
  type LicenceId,
  licenceIds,
  licenceLabel,
  licenceOf,
} from '../../../../src/contract/site/licences.ts'
import type { Sharing } from '../../../../src/contract/site/sharing.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { Switch } from '../../../kit/components/Switch.tsx'
import { problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { licenceAtom } from '../../../kit/state/licence.ts'
import { store } from '../../../kit/state/store.ts'
import { FormFooter } from '../form-footer.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const licences = licenceIds.map((value) => ({ value, label: licenceLabel(value) }))
const fields = ['allowSearchEngines', 'keepAiOut', 'licence'] as const

type FormProps = { sharing: Sharing; onSave: (saved: Sharing) => void }

/** `sharing` is what the server has. */
export function SharingForm({ sharing, onSave }: FormProps) {
  const [draft, setDraft] = useState(sharing)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { form, setProblem, errorOf, general } = useProblem(fields)
  const isChanged = fields.some((field) => draft[field] !== sharing[field])
  const unsaved = useUnsaved(isChanged, () => setDraft(sharing))
  const { address } = licenceOf(draft.licence)

  const change = (part: Partial<Sharing>) => {
    setDraft({ ...draft, ...part })
    setSaved(false)
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setSaved(false)
    setProblem(undefined)
    try {
      const saved = await unwrap(api.sharing.$put({ json: draft }))
      store.set(licenceAtom, licenceOf(saved.licence))
      setDraft(saved)
      onSave(saved)
      setSaved(true)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={(event) => void save(event)}>
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
          error={errorOf('licence')}
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
