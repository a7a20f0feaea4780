import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { pictureSources } from '../../../src/contract/photos/picture-sources.ts'
import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { sizeText } from '../../../src/contract/text/size-text.ts'
import { photoLabel } from '../../catalogue/photo-label.ts'
import { Button } from '../../kit/components/Button.tsx'
import { underlined } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { paths } from '../../kit/paths.ts'
import { decide, decisionsAtom, type OnOutcome, pendingAtom, rivalsOf, runAtom } from './pending.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const DiscardDialog = lazyWithRetry(async () => (await import('./discard-dialog.tsx')).default)
const labels = texts.match

type MatchProps = { pending: PendingUpload; onOutcome?: OnOutcome | undefined }

/** A file beside the photo that it may be a new version of, and the choice what to do with it. */
export function Match({ pending, onOutcome }: MatchProps) {
  const { id, fileName, photo, rule } = pending
  const { isBusy = false, problem } = useAtomValue(decisionsAtom).get(id) ?? {}
  const isRunning = useAtomValue(runAtom) !== undefined
  const rivals = rivalsOf(pending, useAtomValue(pendingAtom) ?? []).length
  const question = useDialog(DiscardDialog)
  const isIdle = isBusy || isRunning
  const named = photoLabel(photo)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.match} role="group" aria-label={labels.label(fileName)} data-match={id}>
      <div className={styles.pictures}>
        <NewFile {...pending} />
        <Present photo={photo} named={named} />
      </div>
      <p className={styles.text}>{labels.rule[rule]}</p>
      {rivals > 0 && <p className={styles.text}>{labels.others(rivals)}</p>}
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          kind="primary"
          aria-label={labels.replaceOf(fileName, named)}
          isBusy={isBusy}
          isDisabled={isIdle}
          onClick={() => void decide(pending, 'replace', onOutcome)}
        >
          {labels.replace}
        </Button>
        <Button
          aria-label={labels.keepBothOf(fileName, named)}
          isDisabled={isIdle}
          onClick={() => void decide(pending, 'keep-both', onOutcome)}
        >
          {labels.keepBoth}
        </Button>
        <Button
          aria-label={labels.discardOf(fileName)}
          aria-haspopup="dialog"
          isDisabled={isIdle}
          onClick={question.open}
        >
          {labels.discard}
        </Button>
      </div>
      {question.isMounted && (
        <DiscardDialog {...question.dialogProps} pending={pending} onOutcome={onOutcome} />
      )}
    </div>
  )
}

function NewFile({ id, bytes }: PendingUpload) {
  const [isBroken, setBroken] = useState(false)
  return (
    <figure className={styles.side}>
      <div className={styles.box}>
        {isBroken ? (
          labels.noPreview
        ) : (
          <img
            className={styles.picture}
            src={`/api/uploads/pending/${id}/preview`}
            alt={labels.newFile}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(true)}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.strong}>{labels.newFile}</span>
        <span>{sizeText(bytes)}</span>
      </figcaption>
    </figure>
  )
}

function Present({ photo, named }: { photo: Photo; named: string }) {
  const { sizes: _, ...sources } = pictureSources(photo)
  return (
    <figure className={styles.side}>
      <div className={styles.box}>
        <ResponsiveImage
          className={styles.picture}
          sources={sources}
          sizes="(max-width: 599px) 45vw, 272px"
          alt={altText(photo)}
          width={photo.width}
          height={photo.height}
          loading="lazy"
        />
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.strong}>{labels.present}</span>
        <Link className={underlined} to={paths.photo(photo.id)} dir="auto">
          {named}
        </Link>
        {photo.sourceName && photo.sourceName !== named && (
          <span dir="auto">{photo.sourceName}</span>
        )}
      </figcaption>
    </figure>
  )
}
