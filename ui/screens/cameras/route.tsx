import { useAtomValue } from 'jotai'
import { useId, useRef, useState } from 'react'
import { type LoaderFunctionArgs, replace, useLoaderData, useParams } from 'react-router'
import type { Camera } from '../../../src/contract/cameras/cameras.ts'
import type { Evidence } from '../../../src/contract/site/evidence.ts'
import { OverviewLinks } from '../../features/evidence/overview-links.tsx'
import { api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { nextStep } from '../../kit/components/EmptyState.css.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { notify } from '../../kit/state/notices.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { CameraPage } from './camera-page.tsx'
import { CameraThumb } from './camera-picture.tsx'
import * as styles from './cameras.css.ts'
import { texts } from './texts.ts'

type CamerasData = { readonly cameras: readonly Camera[]; readonly evidence?: Evidence | undefined }

/**
 * Loads every camera, and what was taken with the shown one; a failure is also shown in a notice, as
 * specified. Another spelling leads to the address of its camera. @throws ApiError
 */
export async function loader({ params }: LoaderFunctionArgs): Promise<CamerasData | Response> {
  try {
    const cameras = await unwrap(api.cameras.$get())
    const other = await otherSpelling(cameras, params.cameraId)
    if (other) return replace(paths.camera(other.id))
    const shown = shownOf(cameras, params.cameraId)
    if (!shown) return { cameras }
    const param = { id: encodeURIComponent(shown.id) }
    return { cameras, evidence: await unwrap(api.cameras[':id'].evidence.$get({ param })) }
  } catch (error) {
    notify(codeAndMessage(error))
    throw error
  }
}

/** The camera whose model an id that is not listed spells in another way. */
async function otherSpelling(
  cameras: readonly Camera[],
  id: string | undefined,
): Promise<Camera | undefined> {
  if (id === undefined || cameras.some((camera) => camera.id === id)) return undefined
  const param = { id: encodeURIComponent(id) }
  const found = await unwrap(api.cameras[':id'].$get({ param })).catch(() => undefined)
  return found && cameras.find((camera) => camera.id === found.id)
}

/** The first camera if the id is unknown. */
const shownOf = (cameras: readonly Camera[], id: string | undefined): Camera | undefined =>
  cameras.find((camera) => camera.id === id) ?? cameras[0]

/** /camera and /camera/{cameraId}: the list and one camera. */
export function Component() {
  const { cameras, evidence } = useLoaderData<CamerasData>()
  const { cameraId } = useParams()
  const shown = shownOf(cameras, cameraId)
  return (
    <>
      <OverviewLinks />
      {shown ? (
        <section className={styles.page}>
          <PageTitle>{cameraId === undefined ? texts.title : shown.name}</PageTitle>
          <CameraList cameras={cameras} shown={shown} />
          <CameraPage key={shown.id} camera={shown} evidence={evidence} />
        </section>
      ) : (
        <NoCameras />
      )}
    </>
  )
}

function NoCameras() {
  const { isOwner } = useAtomValue(viewerAtom)
  const { heading, visitor, owner, link } = texts.empty
  return (
    <EmptyState heading={heading} text={isOwner ? owner : visitor}>
      <PageTitle>{texts.title}</PageTitle>
      {isOwner && (
        <p>
          <Link className={nextStep} to={paths.account('local')}>
            {link}
          </Link>
        </p>
      )}
    </EmptyState>
  )
}

/** The list of cameras; on narrow screens it opens below a button. */
function CameraList({ cameras, shown }: { cameras: readonly Camera[]; shown: Camera }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  const close = () => {
    if (!isOpen) return
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <nav
      className={styles.cameras}
      aria-label={texts.list}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.listButton}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.all(cameras.length)}
      </button>
      <ul className={styles.list} id={listId}>
        {cameras.map((camera) => (
          <li key={camera.id}>
            <Link
              className={styles.entry}
              to={paths.camera(camera.id)}
              aria-current={camera.id === shown.id ? 'page' : undefined}
              onClick={close}
            >
              <CameraThumb image={camera.image} />
              <span>{camera.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
