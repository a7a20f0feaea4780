import { averageColour } from '../../../../../src/contract/photos/tile.ts'
import type { DamagedOriginal } from '../../../../../src/contract/site/originals.ts'
import { TilePicture } from '../../../../catalogue/grid/tile-picture.tsx'
import * as cards from '../../../../kit/account/settings-card.css.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { Link } from '../../../../kit/components/Link.tsx'
import { paths } from '../../../../kit/paths.ts'
import { day } from '../../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type OriginalRowProps = {
  original: DamagedOriginal
  /** Why it could not be put back. */
  failure: string | undefined
  isBusy: boolean
  isDisabled: boolean
  onPutBack: () => void
}

/** A photo whose original is missing or damaged, and what can be done. */
export function OriginalRow(props: OriginalRowProps) {
  const { original, failure, isBusy, isDisabled, onPutBack } = props
  const { photo, fileName, since, copy } = original
  const name = photo.title || fileName
  return (
    <li className={styles.row} aria-label={name}>
      <Link
        className={styles.picture}
        to={paths.photo(photo.id)}
        style={{ backgroundColor: averageColour(photo.thumbhash) }}
      >
        <TilePicture photo={photo} sizes="96px" className={styles.image} />
      </Link>
      <div className={styles.facts}>
        <bdi className={styles.name}>{name}</bdi>
        <p className={cards.text}>{texts.found(texts.fault(original), day(since))}</p>
        <p className={cards.text}>{copy === null ? texts.noCopy : texts.copyIn(copy)}</p>
        {failure && (
          <p className={cards.failure} role="alert">
            {texts.failed(failure)}
          </p>
        )}
      </div>
      {copy !== null && (
        <div className={styles.button}>
          <Button
            aria-label={texts.putBackNamed(name)}
            isBusy={isBusy}
            isDisabled={isDisabled}
            onClick={onPutBack}
          >
            {texts.putBack}
          </Button>
        </div>
      )}
    </li>
  )
}
