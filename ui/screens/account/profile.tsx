import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { limits } from '../../../src/contract/limits.ts'
import type { User } from '../../../src/contract/people/owner.ts'
import { isAllowedPicture, pictureOf } from '../../kit/account/picture-address.ts'
import { SettingsForm } from '../../kit/account/SettingsForm.tsx'
import { SettingsScreen } from '../../kit/account/SettingsScreen.tsx'
import { useDraft } from '../../kit/account/use-draft.ts'
import { api, unwrap } from '../../kit/api.ts'
import { TextArea, TextField } from '../../kit/components/TextField.tsx'
import { specifiedProblemOf } from '../../kit/components/use-problem.ts'
import { uploadProgressAtom } from '../../kit/state/background-work.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { userAtom } from '../../kit/state/viewer.ts'
import { PictureField } from './picture-field.tsx'
import { reloadViewer } from './session.ts'
import { texts } from './texts.ts'

const fields = ['name', 'bio', 'pic'] as const
type Draft = Pick<User, (typeof fields)[number]>

/** What the owner has entered, and how it is saved. */
function useProfileDraft() {
  const [user, setUser] = useAtom(userAtom)
  const [preview, setPreview] = useState(user.pic)
  const state = useDraft<User, Draft>({
    saved: user,
    draftOf: (saved) => saved,
    isSame,
    fieldsOf: () => fields,
    onSaved: (saved) => {
      setUser(saved)
      setPreview(saved.pic)
    },
    onDiscarded: () => setPreview(user.pic),
    toProblem: specifiedProblemOf,
    wasSaved: takeSaved,
  })
  const { draft } = state

  const save = async () => {
    const saved = await state.save(async () => {
      const { name, bio } = draft
      const pic = await pictureOf(draft.pic)
      const changed = await unwrap(api.user.$put({ json: { name, bio, pic } }))
      return (await reloadViewer()) ? store.get(userAtom) : changed
    })
    if (saved) showPictureOf(saved)
  }
  const showPreview = (pic: string) => void pictureOf(pic).then(setPreview)
  return { state, preview, showPreview, save }
}

const isSame = (one: Draft, other: Draft): boolean =>
  fields.every((field) => one[field] === other[field])

export function Profile() {
  const { showBio } = useAtomValue(uxConfigAtom)
  const { state, preview, showPreview, save } = useProfileDraft()
  const { draft, change } = state
  const { errorOf } = state.problem
  return (
    <SettingsScreen title={texts.settings.profile} lead={texts.profile.lead}>
      <SettingsForm state={state} onSave={save}>
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
        <PictureField
          address={draft.pic}
          preview={preview}
          error={errorOf('pic')}
          onChange={(pic) => change({ pic })}
          onChoose={(pic) => {
            change({ pic })
            showPreview(pic)
          }}
          onBlur={() => showPreview(draft.pic)}
        />
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
      </SettingsForm>
    </SettingsScreen>
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

const key = 'vitrine:profile-saved'

/** Keeps 'Saved' across a reload. */
const rememberSaved = () => sessionStorage.setItem(key, 'yes')

/** Whether the page was reloaded right after saving; true only once. */
function takeSaved(): boolean {
  const isSaved = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isSaved
}
