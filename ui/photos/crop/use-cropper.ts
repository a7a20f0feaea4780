import { useState } from 'react'
import type { CropAspect, Rect } from '../../../src/contract/crop.ts'
import type { Edit, Photo } from '../../../src/contract/photos.ts'
import { api, errorText, unwrap } from '../../api.ts'
import { store } from '../../state/store.ts'
import { userAtom } from '../../state/viewer.ts'
import { replacePhoto } from '../list/store.ts'
import {
  type CropAction,
  type CropHandlers,
  type CropState,
  carryOut,
  firstState,
  fullSizeOf,
  isSameState,
  restored,
  rotatedBy,
  toEdit,
  withAspect,
} from './state.ts'

/** The edit that is being made of a photo, and the actions of the dialog's buttons. */
export function useCropper(photo: Photo, onSaved: () => void) {
  const [full] = useState(() => fullSizeOf(photo))
  const [first] = useState(() => firstState(full, photo.edit))
  const [state, setState] = useState(first)
  const [isPreview, setPreview] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** The preview would not show a change: it is closed. */
  const change = (next: CropState) => {
    setState(next)
    setPreview(false)
    setProblem(undefined)
  }
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await saveEdit(photo, toEdit(state, full))
      onSaved()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const shape = (aspect: CropAspect) => () => change(withAspect(state, full, aspect))
  const handlers: CropHandlers = {
    portrait: shape('portrait'),
    landscape: shape('landscape'),
    square: shape('square'),
    free: shape('free'),
    rotate90: () => change(rotatedBy(state, full, 90)),
    rotate5: () => change(rotatedBy(state, full, 5)),
    restore: () => change(restored),
    preview: () => setPreview(!isPreview),
    save: () => void save(),
  }

  return {
    full,
    state,
    isPreview,
    isBusy,
    problem,
    // Neither the proposal nor the photo as it is counts as a change.
    isChanged: ![first, ...(photo.edit ? [] : [restored])].some((same) =>
      isSameState(state, same, full),
    ),
    setCrop: (crop: Rect | undefined) => setState({ ...state, crop }),
    act: (action: CropAction) => {
      const refusal = carryOut(action, handlers)
      if (refusal) setProblem(refusal)
    },
  }
}

/**
 * Saves the edit, or removes it if it changes nothing, and shows the photo's new pictures in every
 * list. @throws ApiError
 */
async function saveEdit({ id, fileName }: Photo, edit: Edit): Promise<void> {
  const call = { param: { id }, json: edit }
  const changed = await unwrap(api.photos[':id'].edit.$put(call))
  replacePhoto(changed)
  // If the photo is the profile picture, its address has the new name, too.
  store.set(userAtom, (user) => ({ ...user, pic: user.pic.replace(fileName, changed.fileName) }))
}

/** The address of the edit's preview; without an edit, of the whole unedited photo. */
export function previewAddress({ id }: Photo, edit?: Edit): string {
  const { rotation = 0, ...crop } = edit ?? {}
  const query = new URLSearchParams({ rotation: String(rotation) })
  for (const [key, value] of Object.entries(crop)) query.set(key, String(value))
  return `/api/photos/${id}/edit/preview?${query}`
}

/** The address of the unedited photo at about screen size; a cached one if it has no edit. */
export const uneditedAddress = (photo: Photo): string =>
  photo.edit ? previewAddress(photo) : `/api/resizes/${photo.fileName}?w=1200`
