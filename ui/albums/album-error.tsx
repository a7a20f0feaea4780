import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../api.ts'
import { ErrorScreen } from '../layout/error-screen.tsx'
import { ClosedAlbum } from './closed-album.tsx'
import { texts } from './texts.ts'

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
  return isAbsent(useRouteError()) ? (
    <ClosedAlbum heading={texts.closed.photoHeading} />
  ) : (
    <ErrorScreen />
  )
}

function isAbsent(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}
