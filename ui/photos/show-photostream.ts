import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { showsPhotostreamAtom } from '../state/viewer.ts'
import { homeSource, loadBatches } from './collections.ts'
import { sayNoPhotostream } from './membership.ts'
import { reasonOf } from './reason.ts'

const failureMs = 8000

/** The owner's 'Show Photostream': whether it is on, and the change to the other list. */
export function useShowPhotostream() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const isOn = useAtomValue(showsPhotostreamAtom) && photoStreamAlbumId !== ''
  const [isBusy, setBusy] = useState(false)
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()

  const toggle = async () => {
    if (isBusy) return
    if (!photoStreamAlbumId) {
      sayNoPhotostream()
      return
    }
    setBusy(true)
    store.set(showsPhotostreamAtom, !isOn)
    try {
      await loadBatches(homeSource(), 0, 1)
      // Another list has other places.
      if (search.has('offset')) setSearch({}, { replace: true })
      else await revalidate()
    } catch (error) {
      store.set(showsPhotostreamAtom, isOn)
      notify(reasonOf(error), { durationMs: failureMs })
    } finally {
      setBusy(false)
    }
  }

  return { isOn, isBusy, toggle: () => void toggle() }
}
