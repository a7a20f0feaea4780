import { useState } from 'react'
import type { CropAspect, Rect } from '../../../src/contract/photos/crop.ts'
import type { Edit, Photo } from '../../../src/contract/photos/photos.ts'
import { markFilteredStale, replacePhoto } from '../../catalogue/list/store.ts'
import { api, unwrap } from '../../kit/api.ts'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
import { store } from '../../kit/state/store.ts'
import { userAtom } from '../../kit/state/viewer.ts'
import {
  type CropAction,
  type CropHandlers,
  type CropState,
  fullSizeOf,
  initialState,
  isSameState,
  restored,
  rotatedBy,
  runAction,
  straightened,
  toEdit,
  withAspect,
} from './state.ts'

/** The edit in progress, and the actions of the dialog's buttons. */
export function useCropper(photo: Photo, dialog: FormDialogState) {
  const [full] = useState(() => fullSizeOf(photo))
  const [initial] = useState(() => initialState(full, photo.edit))
  const [state, setState] = useState(initial)
  const [isPreview, setPreview] = useState(false)
  const { isBusy, problem, setProblem, run } = useAction({ busy: dialog })

  /** Closes the preview, which would not show the change. */
  const change = (next: CropState) => {
    setState(next)
    setPreview(false)
    setProblem(undefined)
  }
  const save = async () => {
    if (isBusy) return
    await run(async () => {
      await saveEdit(photo, toEdit(state, full))
      dialog.leave()
    })
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
    // Neither the proposed crop nor the unedited photo counts as a change.
    isChanged: ![initial, ...(photo.edit ? [] : [restored])].some((same) =>
      isSameState(state, same, full),
    ),
    straighten: (degrees: number) => change(straightened(state, full, degrees)),
    setCrop: (crop: Rect | undefined) => setState({ ...state, crop }),
    act: (action: CropAction) => {
      const failure = runAction(action, handlers)
      if (failure) setProblem(failure)
    },
  }
}

/**
 * Saves the edit (or removes it, if it changes nothing) and updates the photo in every list.
 * @throws ApiError
 */
async function saveEdit({ id, fileName }: Photo, edit: Edit): Promise<void> {
  const request = { param: { id }, json: edit }
  const changed = await unwrap(api.photos[':id'].edit.$put(request))
  replacePhoto(changed)
  markFilteredStale()
  // The new file name also applies if the photo is the profile picture.
  store.set(userAtom, (user) => ({ ...user, pic: user.pic.replace(fileName, changed.fileName) }))
}

/** The address of a preview of the edit; without one, of the unedited photo. */
export function previewAddress({ id }: Photo, edit?: Edit): string {
  const { rotation = 0, ...crop } = edit ?? {}
  const query = new URLSearchParams({ rotation: String(rotation) })
  for (const [key, value] of Object.entries(crop)) query.set(key, String(value))
  return `/api/photos/${id}/edit/preview?${query}`
}

/** The address of the unedited photo at about screen size; a stored rendition if it has no edit. */
export const uneditedAddress = (photo: Photo): string =>
  photo.edit ? previewAddress(photo) : `/api/resizes/${photo.fileName}?w=1200&f=webp`
