import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { UxConfig } from '../../../../src/contract/site/ux-config.ts'
import { SettingsForm } from '../../../kit/account/SettingsForm.tsx'
import { SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { useDraft } from '../../../kit/account/use-draft.ts'
import { specifiedProblemOf } from '../../../kit/components/use-problem.ts'
import { uxConfigAtom } from '../../../kit/state/ux-config.ts'
import { texts as accountTexts } from '../texts.ts'
import {
  configOf,
  type Draft,
  draftOf,
  filledIn,
  isChanged,
  isInRange,
  maximum,
  type NumberKey,
  shownConfigOf,
} from './draft.ts'
import { UxConfigFields } from './fields.tsx'
import { UxConfigPreview } from './preview.tsx'
import { endPreview, previewConfig, refreshUxConfig, saveUxConfig } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const isSame = (one: Draft, other: Draft): boolean => !isChanged(one, configOf(other))

/** The display settings, previewed on the page itself. */
export default function UxConfigScreen() {
  const config = useAtomValue(uxConfigAtom)
  const [base, setBase] = useState(config)
  const state = useDraft<UxConfig, Draft>({
    saved: config,
    draftOf,
    isSame,
    fieldsOf: Object.keys,
    toProblem: specifiedProblemOf,
  })
  const { draft, setDraft, refuse } = state
  const { clearProblems, errorOf } = state.problem

  // Start over when the saved config has changed.
  if (base !== config) {
    setBase(config)
    setDraft(draftOf(config))
  }

  useEffect(() => void refreshUxConfig(), [])
  useEffect(() => previewConfig(shownConfigOf(draft, config)), [draft, config])
  useEffect(() => endPreview, [])

  const change = (part: Partial<Draft>) => {
    state.change(part)
    clearProblems(Object.keys(part))
  }

  const save = async () => {
    // Enter submits without leaving an emptied field.
    setDraft(filledIn(draft))
    const wrong = (Object.keys(maximum) as NumberKey[]).filter((key) => !isInRange(draft, key))
    if (wrong.length > 0) {
      refuse(wrong.map((key) => ({ message: texts.wholeNumber(maximum[key]), field: key })))
      return
    }
    await state.save(() => saveUxConfig(configOf(draft)))
  }

  return (
    <SettingsScreen title={accountTexts.settings.uxconfig} lead={texts.lead}>
      <div className={styles.layout}>
        <UxConfigPreview config={shownConfigOf(draft, config)} />
        <SettingsForm className={styles.form} state={state} autoComplete="off" onSave={save}>
          <UxConfigFields draft={draft} errorOf={errorOf} onChange={change} />
        </SettingsForm>
      </div>
    </SettingsScreen>
  )
}
