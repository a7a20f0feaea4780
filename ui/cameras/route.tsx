import { useAtomValue } from 'jotai'
import { useId, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { Camera } from '../../src/contract/cameras.ts'
import { api, errorText, unwrap } from '../api.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { Link } from '../components/Link.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { paths } from '../paths.ts'
import { notify } from '../state/notices.ts'
import { viewerAtom } from '../state/viewer.ts'
import { CameraPage } from './camera-page.tsx'
import { CameraThumb } from './camera-picture.tsx'
import { texts } from './texts.ts'
import './cameras.css.ts'

/** Loads every camera; a failure is also shown in a notice, as specified. @throws ApiError */
export async function loader(): Promise<readonly Camera[]> {
  try {
    return await unwrap(api.cameras.$get())
  } catch (error) {
    notify(errorText(error))
    throw error
  }
}

/** The list is not reloaded when the visitor opens another camera. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentUrl.pathname === args.nextUrl.pathname && args.defaultShouldRevalidate

/** /camera and /camera/{cameraId}: the list and one camera; the first one if the id is unknown. */
export function Component() {
  const cameras = useLoaderData<typeof loader>()
  const { cameraId } = useParams()
  const shown = cameras.find(({ id }) => id === cameraId) ?? cameras[0]
  if (!shown) return <NoCameras />
  return (
    <section className="camera-page">
      <PageTitle>{cameraId === undefined ? texts.title : shown.name}</PageTitle>
      <CameraList cameras={cameras} shown={shown} />
      <CameraPage key={shown.id} camera={shown} />
    </section>
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
          <Link className="button-link" to={paths.account('local')}>
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
      aria-label={texts.list}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.all(cameras.length)}
      </button>
      <ul id={listId}>
        {cameras.map((camera) => (
          <li key={camera.id}>
            <Link
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
