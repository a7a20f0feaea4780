import { useAtom, useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../src/contract/limits.ts'
import type { User } from '../../../src/contract/people/owner.ts'
import { addressesOf } from '../../../src/contract/photos/picture-formats.ts'
import { isAllowedPicture, isWholePicture, pictureOf } from '../../kit/account/picture-address.ts'
import * as styles from '../../kit/account/styles.css.ts'
import { api, unwrap } from '../../kit/api.ts'
import { UnsavedDialog } from '../../kit/components/ConfirmDialog.tsx'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { TextArea, TextField } from '../../kit/components/TextField.tsx'
import { problemOf, useProblem } from '../../kit/components/use-problem.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import { uploadProgressAtom } from '../../kit/state/background-work.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { userAtom } from '../../kit/state/viewer.ts'
import { FormFooter } from './form-footer.tsx'
import { texts } from './texts.ts'

const fields = ['name', 'bio', 'pic'] as const
type Draft = Pick<User, (typeof fields)[number]>

/** What the owner has entered, and how it is saved. */
function useProfileDraft() {
  const [user, setUser] = useAtom(userAtom)
  const [draft, setDraft] = useState<Draft>(user)
  const [preview, setPreview] = useState(user.pic)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(takeSaved)
  const { setProblem, focusOn, ...problem } = useProblem(fields)
  const isChanged = fields.some((field) => draft[field] !== user[field])
  const unsaved = useUnsaved(isChanged, () => {
    setDraft(user)
    setPreview(user.pic)
    setProblem(undefined)
  })

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
      // Synchronously: showing the picture may reload the page, which asks about unsaved changes.
      flushSync(() => {
        setUser(saved)
        setDraft(saved)
        setPreview(saved.pic)
        setSaved(true)
      })
      showPictureOf(saved)
    } catch (error) {
      const found = problemOf(error)
      setProblem(found)
      focusOn(found.field)
    } finally {
      setBusy(false)
    }
  }
  const showPreview = () => void pictureOf(draft.pic).then(setPreview)
  return { draft, change, preview, showPreview, isBusy, isSaved, unsaved, problem, save }
}

export function Profile() {
  const { showBio } = useAtomValue(uxConfigAtom)
  const { draft, change, preview, showPreview, isBusy, isSaved, unsaved, problem, save } =
    useProfileDraft()
  const { form, errorOf, general } = problem
  return (
    <>
      <h1 className={styles.heading}>{texts.settings.profile}</h1>
      <p className={styles.lead}>{texts.profile.lead}</p>
      <form className={styles.form} ref={form} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.profile.name}
          error={errorOf('name')}
          isAlert
          name="name"
          dir="auto"
          autoComplete="name"
          maxLength={limits.ownerName}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className={styles.picture}>
          <PicturePreview key={preview} address={preview} />
          <TextField
            label={texts.profile.picture}
            hint={texts.profile.pictureHint}
            error={errorOf('pic')}
            isAlert
            name="pic"
            inputMode="url"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.pictureAddress}
            value={draft.pic}
            onChange={({ target }) => change({ pic: target.value })}
            onBlur={showPreview}
          />
        </div>
        <TextArea
          label={texts.profile.bio}
          hint={showBio ? texts.profile.bioHint : texts.profile.bioHidden}
          error={errorOf('bio')}
          isAlert
          name="bio"
          dir="auto"
          rows={4}
          maxLength={limits.bio}
          value={draft.bio}
          onChange={({ target }) => change({ bio: target.value })}
        />
        <FormFooter
          submit={texts.profile.submit}
          isBusy={isBusy}
          saved={isSaved && texts.profile.saved}
          problem={general}
        />
      </form>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

/**
 * The page's content security policy lists the sites that pictures may come from. A picture from
 * another site is allowed only by a new page, so this reloads, unless that would stop uploads.
 */
function showPictureOf({ pic }: User) {
  if (isAllowedPicture(pic) || store.get(uploadProgressAtom)) return
  rememberSaved()
  location.reload()
}

function PicturePreview({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  const canShow = isWholePicture(address) && isAllowedPicture(address) && !isBroken
  return (
    <div className={styles.preview}>
      {canShow ? (
        <ResponsiveImage
          className={styles.previewImage}
          sources={addressesOf(address)}
          alt={texts.profile.preview}
          width={68}
          height={68}
          onError={() => setBroken(true)}
        />
      ) : (
        <UserRound aria-hidden="true" size={28} />
      )}
      {isBroken && (
        <span className="visually-hidden" role="status">
          {texts.profile.noPreview}
        </span>
      )}
    </div>
  )
}

const key = 'vitrine:profile-saved'

/** Keeps 'Saved' across a reload. */
const rememberSaved = () => sessionStorage.setItem(key, 'yes')

/** Whether the page was reloaded right after saving; true only once. */
function takeSaved(): boolean {
  const isSaved = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isSaved
}
