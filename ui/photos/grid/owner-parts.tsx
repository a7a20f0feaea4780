import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { countPhotostream, photostreamTotalAtom } from '../photostream-total.ts'
import { reasonOf } from '../reason.ts'
import { useShowPhotostream } from '../show-photostream.ts'
import { texts } from '../texts.ts'
import * as styles from './styles.css.ts'

/** The owner's row above the grid: 'Show Photostream', and how many photos there are. */
export function OwnerTools({ isAll, total }: { isAll: boolean; total: number }) {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const photostreamTotal = useAtomValue(photostreamTotalAtom)
  const { isOn, isBusy, toggle } = useShowPhotostream()

  useEffect(() => {
    // A count is no more than a convenience: without it the line is shorter.
    if (photoStreamAlbumId) countPhotostream().catch(reasonOf)
  }, [photoStreamAlbumId])

  return (
    <>
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
      <span>
        {isAll
          ? texts.photoCounts(total, photostreamTotal)
          : texts.photoCounts(photostreamTotal ?? total, undefined)}
      </span>
    </>
  )
}
