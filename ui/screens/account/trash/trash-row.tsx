import { averageColour } from '../../../../src/contract/photos/tile.ts'
import type { TrashedPhoto } from '../../../../src/contract/photos/trash.ts'
import * as styles from '../../../features/trash/styles.css.ts'
import { texts } from '../../../features/trash/texts.ts'
import { Button } from '../../../kit/components/Button.tsx'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

type TrashRowProps = {
  photo: TrashedPhoto
  isBusy: boolean
  onRestore: () => void
  onDelete: () => void
}

export const nameOf = ({ title, sourceName }: TrashedPhoto): string => title || sourceName

/** A photo in the trash, with what returns with it. */
export function TrashRow({ photo, isBusy, onRestore, onDelete }: TrashRowProps) {
  const name = nameOf(photo)
  const { likes, comments } = photo
  const facts = [
    texts.returnsTo(photo.albums),
    likes > 0 && texts.likes(likes),
    comments > 0 && texts.comments(comments),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <img
        className={styles.picture}
        style={{ backgroundColor: averageColour(photo.thumbhash) }}
        src={`/api/trash/${photo.id}/preview`}
        width={96}
        height={96}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <div className={styles.facts}>
        <bdi className={styles.name}>{name}</bdi>
        <p className={styles.fact}>{texts.deletedOn(dates.format(new Date(photo.deletedAt)))}</p>
        <p className={styles.fact}>{facts.join(' · ')}</p>
      </div>
      <div className={styles.rowButtons}>
        <Button aria-label={texts.restoreNamed(name)} isBusy={isBusy} onClick={onRestore}>
          {texts.restore}
        </Button>
        <Button aria-label={texts.deleteNowNamed(name)} isDisabled={isBusy} onClick={onDelete}>
          {texts.deleteNow}
        </Button>
      </div>
    </li>
  )
}
