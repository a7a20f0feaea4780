import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef, useState } from 'react'
import { specRows } from '../../../src/contract/cameras/camera-specs.ts'
import type { Camera } from '../../../src/contract/cameras/cameras.ts'
import type { Evidence } from '../../../src/contract/site/evidence.ts'
import { EvidenceOf } from '../../features/evidence/evidence.tsx'
import { Button } from '../../kit/components/Button.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { CameraPicture } from './camera-picture.tsx'
import * as styles from './cameras.css.ts'
import { texts } from './texts.ts'

const SpecsForm = lazyWithRetry(async () => (await import('./specs-form.tsx')).SpecsForm, {
  part: 'the form',
  isInPlace: true,
})
const ImageForm = lazyWithRetry(async () => (await import('./image-form.tsx')).ImageForm, {
  part: 'the form',
  isInPlace: true,
})

/** Only one form is open at a time: opening the other would lose its changes. */
type Editing = 'specs' | 'image' | undefined

type CameraPageProps = { camera: Camera; evidence: Evidence | undefined }

/** A camera: its picture, the link to its photos, what was taken with it, and its specifications. */
export function CameraPage({ camera, evidence }: CameraPageProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  const [editing, setEditing] = useState<Editing>()
  const buttons = { specs: useRef<HTMLButtonElement>(null), image: useRef<HTMLButtonElement>(null) }
  const edited = useRef<keyof typeof buttons>(undefined)
  const { name } = camera

  const finish = () => {
    edited.current = editing
    setEditing(undefined)
  }
  // The button is rendered again once the form is closed.
  useEffect(() => {
    if (editing !== undefined || edited.current === undefined) return
    buttons[edited.current].current?.focus()
    edited.current = undefined
  })

  return (
    <article className={styles.camera}>
      <CameraPicture image={camera.image} name={name} />
      <div className={styles.head}>
        <h1 className={styles.name}>{name}</h1>
        <div className={styles.actions}>
          {isOwner || camera.photoCount > 0 ? (
            <Link className={styles.photos} to={paths.cameraPhotos(camera.model)}>
              <span className={styles.photosText}>{texts.photos}</span>{' '}
              <span className={styles.photoCount}>{texts.count(camera.photoCount)}</span>
            </Link>
          ) : (
            <p className={styles.noPhotos}>{texts.inAlbums}</p>
          )}
          {isOwner && !editing && (
            <Button ref={buttons.image} onClick={() => setEditing('image')}>
              {camera.image ? texts.edit.image : texts.edit.addImage}
            </Button>
          )}
        </div>
      </div>
      {editing === 'image' && (
        <Suspense fallback={null}>
          <ImageForm camera={camera} onDone={finish} />
        </Suspense>
      )}
      <section className={styles.specs}>
        <div className={styles.specsHead}>
          <h2 className={styles.specsTitle}>{texts.specs}</h2>
          {isOwner && !editing && (
            <Button ref={buttons.specs} onClick={() => setEditing('specs')}>
              {texts.edit.specs}
            </Button>
          )}
        </div>
        {editing === 'specs' ? (
          <Suspense fallback={<SpecsTable camera={camera} isOwner={isOwner} />}>
            <SpecsForm camera={camera} onDone={finish} />
          </Suspense>
        ) : (
          <SpecsTable camera={camera} isOwner={isOwner} />
        )}
      </section>
      {evidence && <EvidenceOf evidence={evidence} of={{ camera: camera.id }} />}
    </article>
  )
}

/** The known specifications; the owner also sees the unknown ones. */
function SpecsTable({ camera, isOwner }: { camera: Camera; isOwner: boolean }) {
  return (
    <table className={styles.table}>
      <tbody>
        {specRows(camera, isOwner).map(({ key, label, text }) => (
          <tr key={key}>
            <th className={styles.label} scope="row">
              {label}
            </th>
            <td className={text ? styles.spec : styles.unknown}>{text || texts.unknown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
