import { useEffect, useRef, useState } from 'react'
import { tileSources } from '../../../../src/contract/photos/tile.ts'
import type { Rules, RulesPreview } from '../../../../src/contract/site/rules.ts'
import { photoLabel } from '../../../catalogue/photo-label.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { RunProgress } from './run-progress.tsx'
import * as styles from './styles.css.ts'
import { effectText, texts } from './texts.ts'
import { useRun } from './use-run.ts'

const words = texts.present
const pageSize = 30

/** What the rules would change of the photos that are here, and applying them. */
export function PresentPhotos({ known }: { known: Rules }) {
  const { rules } = known
  const [preview, setPreview] = useState<RulesPreview>()
  const { isBusy, problem, run: attempt } = useAction()
  const [isAsking, setAsking] = useState(false)
  const { run, isRunning, setRun } = useRun(known.run)
  const heading = useRef<HTMLHeadingElement>(null)

  // A preview of other rules would mislead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rules change
  useEffect(() => setPreview(undefined), [rules])

  const load = (shown: RulesPreview['photos']) =>
    attempt(async () => {
      const json = { limit: pageSize, offset: shown.length }
      const page = await unwrap(api.rules.preview.$post({ json }))
      setPreview({ ...page, photos: [...shown, ...page.photos] })
    })
  const apply = () =>
    attempt(async () => {
      setRun(await unwrap(api.rules.apply.$post()))
      setPreview(undefined)
      setAsking(false)
      heading.current?.focus()
    })
  const stop = () =>
    attempt(async () => {
      setRun((await unwrap(api.rules.apply.cancel.$post())).run)
      heading.current?.focus()
    })

  const { total = 0, madePublic = 0, newAlbums = [], photos = [] } = preview ?? {}
  const remarks = [
    ...(madePublic > 0 ? [words.madePublic(madePublic)] : []),
    ...(newAlbums.length > 0 ? [words.newAlbums(newAlbums)] : []),
  ]
  return (
    <section className={styles.section} aria-labelledby="rules-present">
      <h2 className={styles.heading} id="rules-present" tabIndex={-1} ref={heading}>
        {words.heading}
      </h2>
      <p className={styles.note}>
        {words.text} {texts.older}
      </p>
      {run && <RunProgress run={run} isBusy={isBusy} onStop={() => void stop()} />}
      {!isRunning && (
        <div className={account.actions}>
          <Button isBusy={isBusy} onClick={() => void load([])}>
            {words.preview}
          </Button>
          {total > 0 && (
            <Button kind="primary" isBusy={isBusy} onClick={() => setAsking(true)}>
              {words.apply}
            </Button>
          )}
          <p className={account.saved} role="status">
            {statusOf(preview, isBusy)}
          </p>
        </div>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.warning}>
          {remark}
        </p>
      ))}
      {problem && (
        <p className={account.problem} role="alert">
          {problem}
        </p>
      )}
      {photos.length > 0 && !isRunning && <ChangedPhotos photos={photos} />}
      {preview && photos.length > 0 && photos.length < total && !isRunning && (
        <div>
          <Button isBusy={isBusy} onClick={() => void load(photos)}>
            {words.more}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={words.question(total)}
        text={[...remarks, words.explanation].join(' ')}
        ok={words.apply}
        isOpen={isAsking}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void apply()}
        onCancel={() => setAsking(false)}
      />
    </section>
  )
}

function statusOf(preview: RulesPreview | undefined, isBusy: boolean): string | undefined {
  if (!preview) return isBusy ? words.looking : undefined
  return preview.total > 0 ? words.total(preview.total) : words.nothing
}

/** Photos that the rules would change, each with what would change. */
function ChangedPhotos({ photos }: Pick<RulesPreview, 'photos'>) {
  return (
    <ul className={styles.photos} aria-label={words.list}>
      {photos.map(({ photo, effects }) => (
        <li key={photo.id} className={styles.photo}>
          <ResponsiveImage
            className={styles.picture}
            sources={tileSources(photo)}
            sizes="72px"
            width={72}
            height={72}
            loading="lazy"
            alt=""
          />
          <div className={styles.effects}>
            <p className={styles.name} dir="auto">
              {photoLabel(photo)}
            </p>
            <ul className={styles.effectList}>
              {effects.map(effectText).map((text) => (
                <li key={text} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}
