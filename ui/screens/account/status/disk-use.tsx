import type { Status } from '../../../../src/contract/site/status.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.disk
const kindsIn = {
  folder: ['originals', 'renditions', 'database', 'cameras', 'other'],
  bucket: ['database', 'cache', 'other'],
} as const

/** What the gallery's files take, by kind. */
export function DiskUse({ disk }: { disk: Status['disk'] }) {
  const kinds = kindsIn[disk.place]
  const used = kinds.reduce<number>((sum, kind) => sum + (disk[kind] ?? 0), 0)
  return (
    <section className={styles.part} aria-labelledby="status-disk">
      <h2 className={styles.heading} id="status-disk">
        {labels.heading}
      </h2>
      <p className={styles.text}>
        {labels.summary(sizeText(used), sizeText(disk.free), sizeText(disk.total))}
      </p>
      {disk.place === 'bucket' && (
        <p className={styles.text}>
          {labels.inBucket(sizeText(disk.originals), sizeText(disk.renditions))}
        </p>
      )}
      <div className={styles.shares} aria-hidden="true">
        {kinds.map((kind) => (
          <span
            key={kind}
            className={styles.share[kind]}
            style={{ inlineSize: `${(100 * (disk[kind] ?? 0)) / Math.max(1, used)}%` }}
          />
        ))}
      </div>
      <dl className={styles.sizes}>
        {kinds.map((kind) => (
          <div key={kind} className={styles.size}>
            <dt className={styles.kind}>
              <span className={styles.mark[kind]} aria-hidden="true" />
              <span>
                {labels.kinds[kind]}
                {kind === 'other' && <span className={styles.note}>{labels.otherHint}</span>}
              </span>
            </dt>
            <dd className={styles.amount}>
              {disk[kind] === null ? labels.measuring : sizeText(disk[kind])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
