import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { isAllowedPicture, isWholePicture } from './picture-address.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** The profile picture as the home page shows it, beside the field of its address. */
export function PicturePreview({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  const canShow = isWholePicture(address) && isAllowedPicture(address) && !isBroken
  return (
    <div className={styles.preview}>
      {canShow ? (
        <img
          className={styles.previewImage}
          src={address}
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
