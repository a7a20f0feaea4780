import { useState } from 'react'
import type { CropAspect, Rect } from '../../../src/contract/crop.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { reasonOf } from '../reason.ts'
import { type CropAction, type CropHandlers, carryOut } from './crop-actions.ts'
import { saveEdit } from './save-edit.ts'
import {
  type CropState,
  firstState,
  fullSizeOf,
  isSameState,
  restored,
  toEdit,
  turnedBy,
  withAspect,
} from './state.ts'

/** The edit that is being made of a photo, and what the dialog's buttons do with it. */
export function useCropper(photo: Photo, onSaved: () => void) {
  const [full] = useState(() => fullSizeOf(photo))
  const [first] = useState(() => firstState(full, photo.edit))
  const [state, setState] = useState(first)
  const [isPreview, setPreview] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** To look at the preview and change the edit at the same time would say nothing. */
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
      setProblem(reasonOf(error))
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
    rotate90: () => change(turnedBy(state, full, 90)),
    rotate5: () => change(turnedBy(state, full, 5)),
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
    // The proposal is no change, nor is the photo as it is.
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
