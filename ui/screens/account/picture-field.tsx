import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../src/contract/limits.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { addressesOf } from '../../../src/contract/photos/picture-formats.ts'
import { isAllowedPicture, isWholePicture } from '../../kit/account/picture-address.ts'
import * as styles from '../../kit/account/styles.css.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { Button } from '../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { texts } from './texts.ts'

const ChoosePicture = lazyWithRetry(
  async () => (await import('./choose-picture.tsx')).ChoosePicture,
  { part: 'the photos' },
)

type PictureFieldProps = {
  address: string
  /** The address whose picture is shown. */
  preview: string
  error: string | undefined
  onChange: (address: string) => void
  /** Called with the address of a chosen photo. */
  onChoose: (address: string) => void
  onBlur: () => void
}

const words = texts.profile

/** The profile picture: chosen from the photos, or entered as an address. */
export function PictureField(props: PictureFieldProps) {
  const { address, preview, error, onChange, onChoose, onBlur } = props
  const choosing = useDialog(ChoosePicture)
  const [chosen, setChosen] = useState<{ address: string; isHidden: boolean }>()
  const isHidden = chosen?.address === address && chosen.isHidden
  const choose = ({ fileName, isPublic, visibleIn = [] }: Photo) => {
    const picture = `/api/squares/${fileName}`
    setChosen({ address: picture, isHidden: !isPublic && visibleIn.length === 0 })
    onChoose(picture)
  }
  return (
    <div className={styles.picture}>
      <PicturePreview key={preview} address={preview} />
      <div className={styles.pictureField}>
        <TextField
          label={words.picture}
          hint={isHidden ? words.pictureHidden : words.pictureHint}
          error={error}
          isAlert
          name="pic"
          inputMode="url"
          {...asTyped}
          maxLength={limits.pictureAddress}
          value={address}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
        <Button onClick={choosing.open}>{words.choose}</Button>
      </div>
      {choosing.isMounted && <ChoosePicture {...choosing.dialogProps} onChoose={choose} />}
    </div>
  )
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
