import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, type LoaderFunctionArgs, useRouteError } from 'react-router'
import type { Album } from '../../../src/contract/albums.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { ApiError, api, unwrap } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { ErrorScreen } from '../../layout/error-screen.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import type { Source } from '../../photos/list/pages.ts'
import { loadAround } from '../../photos/list/reader.ts'
import { PhotoViewer } from '../../photos/viewer/route.tsx'
import type { CollectionData } from '../../routes.tsx'
import { store } from '../../state/store.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { ClosedAlbum, isAbsent } from '../album/album-error.tsx'
import { idOf, proveCodeOf } from '../album/load-album.ts'
import { texts } from '../texts.ts'

export const Component = PhotoViewer

/** /album/{albumId}/{photoId}: the viewer over the album's photos, at one of them. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<CollectionData> {
  const albumId = idOf(params.albumId)
  const photoId = idOf(params.photoId)
  const source: Source = `album:${albumId}`
  await proveCodeOf(albumId, new URL(request.url))
  try {
    await loadAround(source, photoId)
  } catch (error) {
    if (isAbsent(error) && store.get(viewerAtom).isOwner) await throwAbsence(albumId, photoId)
    throw error
  }
  return { source }
}

/** In place of the photo: the album is not open, the photo is not in it, or something failed. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!isAbsent(error)) return <ErrorScreen />
  const absence = isRouteErrorResponse(error) ? (error.data as Absence | null) : null
  return absence ? (
    <AbsentPhoto {...absence} />
  ) : (
    <ClosedAlbum heading={texts.closed.photoHeading} />
  )
}

/** What there is of an album and of a photo that is not in it. */
type Absence = { readonly album: Album | undefined; readonly photo: Photo | undefined }

/** @throws a 404 that says which of both there is: the owner may know. */
async function throwAbsence(albumId: string, photoId: string): Promise<never> {
  const query = { photos: 'false' as const }
  const [album, photo] = await Promise.all([
    unlessAbsent(unwrap(api.albums[':id'].$get({ param: { id: albumId }, query }))),
    unlessAbsent(unwrap(api.photos[':id'].$get({ param: { id: photoId } }))),
  ])
  throw data({ album, photo } satisfies Absence, { status: 404 })
}

async function unlessAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.refusal?.code === 404) return undefined
    throw error
  }
}

const words = texts.absent

/** Tells the owner why a photo is not shown in an album, with links to what there is. */
function AbsentPhoto({ album, photo }: Absence) {
  return (
    <EmptyState
      heading={headingOf(album, photo)}
      text={album && photo ? words.takenOut : words.deleted}
    >
      <PageTitle>{texts.closed.title}</PageTitle>
      {photo && (
        <p>
          <Link to={paths.photo(photo.id)}>{words.toPhoto}</Link>
        </p>
      )}
      <p>
        {album ? (
          <Link to={paths.album(album.id, album.code)}>{words.toAlbum}</Link>
        ) : (
          <Link to={paths.albums()}>{texts.closed.link}</Link>
        )}
      </p>
    </EmptyState>
  )
}

function headingOf(album: Album | undefined, photo: Photo | undefined): ReactNode {
  if (!album) return words.noAlbum
  return photo ? <Sentence with={album.name} of={words.notInAlbum} /> : words.noPhoto
}
