import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { ErrorScreen } from '../../layout/error-screen.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { texts } from '../texts.ts'

/** In place of an album that could not be loaded: it is not open, or something failed. */
export function AlbumError() {
  return isAbsent(useRouteError()) ? (
    <ClosedAlbum heading={texts.closed.heading} />
  ) : (
    <ErrorScreen />
  )
}

export function isAbsent(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}

/** An album that does not exist or is not open to this viewer: the page does not say which. */
export function ClosedAlbum({ heading }: { heading: string }) {
  const { title, text, link } = texts.closed
  return (
    <EmptyState heading={heading} text={text}>
      <PageTitle>{title}</PageTitle>
      <p>
        <Link to={paths.albums()}>{link}</Link>
      </p>
    </EmptyState>
  )
}
