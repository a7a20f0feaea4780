import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, type LoaderFunctionArgs, useRouteError } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { fetchAlbum, idOf, sendCodeOf } from '../../../catalogue/albums/load-album.ts'
import { albumNamesAtom } from '../../../catalogue/albums/state.ts'
import type { CollectionData } from '../../../catalogue/list/pages.ts'
import { loadAround } from '../../../catalogue/list/reader.ts'
import { albumSource } from '../../../catalogue/list/source.ts'
import { texts } from '../../../features/albums/texts.ts'
import { ApiError, api, ignoreApiError, unwrap } from '../../../kit/api.ts'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { Link } from '../../../kit/components/Link.tsx'
import { Sentence } from '../../../kit/components/Sentence.tsx'
import { initialData } from '../../../kit/initial-data.ts'
import { PageTitle } from '../../../kit/layout/page-title.tsx'
import { paths } from '../../../kit/paths.ts'
import { store } from '../../../kit/state/store.ts'
import { viewerAtom } from '../../../kit/state/viewer.ts'
import { ErrorScreen } from '../../../shell/error-screen.tsx'
import { PhotoViewer } from '../../photo/route.tsx'
import { AlbumNotFound, isAbsent } from '../album/album-error.tsx'

export const Component = PhotoViewer

type PhotoInAlbum = CollectionData & { readonly albumName: string | undefined }

/** /album/{albumId}/{photoId}: the viewer over the album's photos. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<PhotoInAlbum> {
  const albumId = idOf(params.albumId)
  const photoId = idOf(params.photoId)
  const url = new URL(request.url)
  const source = albumSource(albumId, url.searchParams)
  await sendCodeOf(albumId, url)
  try {
    const [albumName] = await Promise.all([nameOf(albumId), loadAround(source, photoId)])
    return { source, albumName }
  } catch (error) {
    if (isAbsent(error) && store.get(viewerAtom).isOwner) await throwAbsence(albumId, photoId)
    throw error
  }
}

/** The album's name, fetched unless it is known; a failure is only logged, as specified. */
async function nameOf(albumId: string): Promise<string | undefined> {
  const { album, inAlbum = album } = initialData()
  const known = store.get(albumNamesAtom).get(albumId)
  if (known) return known
  if (inAlbum?.id === albumId) return inAlbum.name
  try {
    return (await fetchAlbum(albumId)).name
  } catch (error) {
    ignoreApiError(error)
    console.warn(error)
    return undefined
  }
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isAbsent(error)) return <ErrorScreen />
  const absence = isRouteErrorResponse(error) ? (error.data as Absence | null) : null
  return absence ? (
    <AbsentPhoto {...absence} />
  ) : (
    <AlbumNotFound heading={texts.notFound.photoHeading} />
  )
}

/** The album and the photo of an address where the photo is not in the album, as far as they exist. */
type Absence = { readonly album: Album | undefined; readonly photo: Photo | undefined }

/** Looks up for the owner which of the two exists. @throws a 404 response with that */
async function throwAbsence(albumId: string, photoId: string): Promise<never> {
  const query = { photos: 'false' as const }
  const [album, photo] = await Promise.all([
    unlessAbsent(unwrap(api.albums[':id'].$get({ param: { id: albumId }, query }))),
    unlessAbsent(unwrap(api.photos[':id'].$get({ param: { id: photoId } }))),
  ])
  throw data({ album, photo } satisfies Absence, { status: 404 })
}

async function unlessAbsent<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.refusal?.code === 404) return undefined
    throw error
  }
}

const words = texts.absent

/** Tells the owner why a photo is not shown in an album, with links to what exists. */
function AbsentPhoto({ album, photo }: Absence) {
  return (
    <EmptyState
      heading={headingOf(album, photo)}
      text={album && photo ? words.removed : words.deleted}
    >
      <PageTitle>{texts.notFound.title}</PageTitle>
      {photo && (
        <p>
          <Link to={paths.photo(photo.id)}>{words.toPhoto}</Link>
        </p>
      )}
      <p>
        {album ? (
          <Link to={paths.album(album.id, album.code)}>{words.toAlbum}</Link>
        ) : (
          <Link to={paths.albums()}>{texts.notFound.link}</Link>
        )}
      </p>
    </EmptyState>
  )
}

function headingOf(album: Album | undefined, photo: Photo | undefined): ReactNode {
  if (!album) return words.noAlbum
  return photo ? <Sentence with={album.name} of={words.notInAlbum} /> : words.noPhoto
}
