import { useAtomValue } from 'jotai'
import { type SubmitEvent, useEffect, useState } from 'react'
import * as account from '../../../kit/account/styles.css.ts'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { type Problem, problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { uxConfigAtom } from '../../../kit/state/ux-config.ts'
import { FormFooter } from '../form-footer.tsx'
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

/** The display settings, previewed on the page itself. */
export default function UxConfigScreen() {
  const config = useAtomValue(uxConfigAtom)
  const [base, setBase] = useState(config)
  const [draft, setDraft] = useState<Draft>(() => draftOf(config))
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const problem = useProblem(Object.keys(draft))
  const { form, setProblem, setProblems, clearProblems, errorOf, general, focusOn } = problem
  const unsaved = useUnsaved(isChanged(draft, config), () => setDraft(draftOf(config)))

  // Start over when the saved config has changed.
  if (base !== config) {
    setBase(config)
    setDraft(draftOf(config))
  }

  useEffect(() => void refreshUxConfig(), [])
  useEffect(() => previewConfig(shownConfigOf(draft, config)), [draft, config])
  useEffect(() => endPreview, [])

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setSaved(false)
    clearProblems(Object.keys(part))
  }

  const fail = (problem: Problem) => {
    setProblem(problem)
    focusOn(problem.field)
  }

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    // Enter submits without leaving an emptied field.
    setDraft(filledIn(draft))
    const wrong = (Object.keys(maximum) as NumberKey[]).filter((key) => !isInRange(draft, key))
    if (wrong.length > 0) {
      setProblems(wrong.map((key) => ({ message: texts.wholeNumber(maximum[key]), field: key })))
      focusOn(wrong[0])
      return
    }
    setBusy(true)
    setSaved(false)
    setProblem(undefined)
    try {
      await saveUxConfig(configOf(draft))
      setSaved(true)
    } catch (error) {
      fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className={account.heading}>{accountTexts.settings.uxconfig}</h1>
      <p className={account.lead}>{texts.lead}</p>
      <div className={styles.layout}>
        <UxConfigPreview config={shownConfigOf(draft, config)} />
        <form
          className={styles.form}
          ref={form}
          noValidate
          autoComplete="off"
          onSubmit={(event) => void save(event)}
        >
          <UxConfigFields draft={draft} errorOf={errorOf} onChange={change} />
          <FormFooter
            submit={texts.submit}
            isBusy={isBusy}
            saved={isSaved && texts.saved}
            problem={general}
          />
        </form>
      </div>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}
