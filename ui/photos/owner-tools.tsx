import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { uxConfigAtom } from '../state/ux-config.ts'
import * as styles from './grid.css.ts'
import { refreshPhotostreamTotal } from './photostream-total.ts'
import { reasonOf } from './reason.ts'
import { useShowPhotostream } from './show-photostream.ts'
import { texts } from './texts.ts'

/** The owner's 'Show Photostream' above the grid. */
export function OwnerTools() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { isOn, isBusy, toggle } = useShowPhotostream()

  useEffect(() => {
    // A count is no more than a convenience: without it the line is shorter.
    if (photoStreamAlbumId) refreshPhotostreamTotal().catch(reasonOf)
  }, [photoStreamAlbumId])

  return (
    <label className={styles.photostreamSwitch}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switchTrack}
        checked={isOn}
        aria-checked={isOn}
        aria-busy={isBusy}
        onChange={toggle}
      />
      {texts.showPhotostream}
    </label>
  )
}
