import { useAtomValue } from 'jotai'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { Camera } from '../../src/contract/cameras.ts'
import { ApiError, api, unwrap } from '../api.ts'
import { Link } from '../components/Link.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { paths } from '../paths.ts'
import { notify } from '../state/notices.ts'
import { viewerAtom } from '../state/viewer.ts'
import { CameraList } from './camera-list.tsx'
import { nameOf } from './camera-name.ts'
import { CameraPage } from './camera-page.tsx'
import './cameras.css.ts'
import { texts } from './texts.ts'

/** Every camera; the failure is said besides what the error screen says. @throws ApiError */
export async function loader(): Promise<readonly Camera[]> {
  try {
    return await unwrap(api.cameras.$get())
  } catch (error) {
    if (error instanceof ApiError) notify(error.message)
    throw error
  }
}

/** From camera to camera the list stays as it is. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentUrl.pathname === args.nextUrl.pathname && args.defaultShouldRevalidate

/** /camera and /camera/{cameraId}: the list, and one camera beside it; the first for an unknown id. */
export function Component() {
  const cameras = useLoaderData<typeof loader>()
  const { cameraId } = useParams()
  const shown = cameras.find(({ id }) => id === cameraId) ?? cameras[0]
  if (!shown) return <NoCameras />
  return (
    <section className="camera-page">
      <PageTitle>{cameraId === undefined ? texts.title : nameOf(shown)}</PageTitle>
      <CameraList cameras={cameras} shown={shown} />
      <CameraPage key={shown.id} camera={shown} />
    </section>
  )
}

function NoCameras() {
  const { isOwner } = useAtomValue(viewerAtom)
  const { heading, visitor, owner, link } = texts.empty
  return (
    <section className="notice">
      <PageTitle>{texts.title}</PageTitle>
      <h1>{heading}</h1>
      <p>{isOwner ? owner : visitor}</p>
      {isOwner && (
        <p>
          <Link className="button-link" to={paths.account('local')}>
            {link}
          </Link>
        </p>
      )}
    </section>
  )
}
