import { useAtomValue } from 'jotai'
import { startTransition, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { notify } from '../state/notices.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { loadPages } from './list/reader.ts'
import { homeSource, photostreamQuery, usePhotostreamQuery } from './list/source.ts'
import { sayNoPhotostream } from './photostream.ts'
import { reasonOf } from './reason.ts'

const failureMs = 8000

/** The owner's 'Show Photostream': whether it is on, and the change to the other list. */
export function useShowPhotostream() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const query = usePhotostreamQuery()
  /** Where the switch was turned to, until the photos are there. */
  const [target, setTarget] = useState<boolean>()
  const navigate = useNavigate()
  const isOn = query !== ''

  const toggle = async () => {
    if (target !== undefined) return
    if (!photoStreamAlbumId) {
      sayNoPhotostream()
      return
    }
    setTarget(!isOn)
    const other = isOn ? '' : photostreamQuery
    try {
      // Before the address changes: where the list does not come, all stays as it is.
      await loadPages(homeSource(new URLSearchParams(other)), 0, 1)
      // Another list has other places, so that `offset` goes.
      await navigate(paths.home(other), { replace: true, preventScrollReset: true })
    } catch (error) {
      notify(reasonOf(error), { durationMs: failureMs })
    } finally {
      // React draws the new address when it has the time: not before it, or the switch falls back.
      startTransition(() => setTarget(undefined))
    }
  }
  // The switch turns at once; the photos follow.
  return { isOn: target ?? isOn, isBusy: target !== undefined, toggle: () => void toggle() }
}
