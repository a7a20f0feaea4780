import { useAtom } from 'jotai'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '../../src/contract/owner.ts'
import { api, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { TextArea, TextField } from '../components/TextField.tsx'
import { UnsavedQuestion } from '../components/UnsavedQuestion.tsx'
import { useUnsaved } from '../components/use-unsaved.ts'
import { type Problem, problemOf } from '../problem.ts'
import { uploadProgressAtom } from '../state/background-work.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { userAtom } from '../state/viewer.ts'
import * as styles from './account.css.ts'
import { isAllowedPicture, pictureOf } from './picture-address.ts'
import { PicturePreview } from './picture-preview.tsx'
import { rememberSaved, takeSaved } from './saved.ts'
import { texts } from './texts.ts'

type Draft = Pick<User, 'name' | 'bio' | 'pic'>

/** How the owner is shown to everybody. */
export function Profile() {
  const [user, setUser] = useAtom(userAtom)
  const [draft, setDraft] = useState<Draft>(user)
  const [preview, setPreview] = useState(user.pic)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(takeSaved)
  const [problem, setProblem] = useState<Problem>()
  const form = useRef<HTMLFormElement>(null)
  const errorOf = (field: keyof Draft) => (problem?.field === field ? problem.message : undefined)
  const isChanged = (['name', 'bio', 'pic'] as const).some((field) => draft[field] !== user[field])
  const unsaved = useUnsaved(isChanged, () => {
    setDraft(user)
    setPreview(user.pic)
    setProblem(undefined)
  })
  const isGeneral = problem && (problem.field === undefined || !(problem.field in draft))

  const change = (part: Partial<Draft>) => {
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
      const { name, bio } = draft
      const pic = await pictureOf(draft.pic)
      const saved = await unwrap(api.user.$put({ json: { name, bio, pic } }))
      // At once: showing the picture loads the page anew, which nothing is lost by.
      flushSync(() => {
        setUser(saved)
        setDraft(saved)
        setPreview(saved.pic)
        setSaved(true)
      })
      showPictureOf(saved)
    } catch (error) {
      const problem = problemOf(error)
      setProblem(problem)
      notify((error as Error).message)
      const field = form.current?.elements.namedItem(problem.field ?? '')
      if (field instanceof HTMLElement) field.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className={styles.heading}>{texts.settings.profile}</h1>
      <p className={styles.lead}>{texts.profile.lead}</p>
      <form className={styles.form} ref={form} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.profile.name}
          error={errorOf('name')}
          name="name"
          dir="auto"
          autoComplete="name"
          maxLength={80}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className={styles.picture}>
          <PicturePreview key={preview} address={preview} />
          <TextField
            label={texts.profile.picture}
            hint={texts.profile.pictureHint}
            error={errorOf('pic')}
            name="pic"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={draft.pic}
            onChange={({ target }) => change({ pic: target.value })}
            onBlur={() => void pictureOf(draft.pic).then(setPreview)}
          />
        </div>
        <TextArea
          label={texts.profile.bio}
          hint={texts.profile.bioHint}
          error={errorOf('bio')}
          name="bio"
          dir="auto"
          rows={4}
          maxLength={2000}
          value={draft.bio}
          onChange={({ target }) => change({ bio: target.value })}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.profile.submit}
          </Button>
          <p className={styles.saved} role="status">
            {isSaved && texts.profile.saved}
          </p>
        </div>
        {isGeneral && <p className={styles.problem}>{problem.message}</p>}
      </form>
      <UnsavedQuestion {...unsaved.question} />
    </>
  )
}

/**
 * The page's policy names the sites that pictures may come from. One from another site is let in
 * by the next page, so that is fetched now, unless it would cut uploads off.
 */
function showPictureOf({ pic }: User) {
  if (isAllowedPicture(pic) || store.get(uploadProgressAtom)) return
  rememberSaved()
  location.reload()
}
