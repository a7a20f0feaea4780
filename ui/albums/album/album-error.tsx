import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../../api.ts'
import { ErrorScreen } from '../../layout/error-screen.tsx'
import { type Absence, AbsentPhoto } from '../photo/absent-photo.tsx'
import { texts } from '../texts.ts'
import { ClosedAlbum } from './closed-album.tsx'

/** In place of an album that could not be loaded: it is not open, or something failed. */
export function AlbumError() {
  return isAbsent(useRouteError()) ? (
    <ClosedAlbum heading={texts.closed.heading} />
  ) : (
    <ErrorScreen />
  )
}

/** The same for a photo in one, which may also have been taken out of it. */
export function AlbumPhotoError() {
  const error = useRouteError()
  if (!isAbsent(error)) return <ErrorScreen />
  const absence = isRouteErrorResponse(error) ? (error.data as Absence | null) : null
  return absence ? (
    <AbsentPhoto {...absence} />
  ) : (
    <ClosedAlbum heading={texts.closed.photoHeading} />
  )
}

export function isAbsent(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}
