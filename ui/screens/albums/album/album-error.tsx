import { isRouteErrorResponse, useRouteError } from 'react-router'
import { texts } from '../../../features/albums/texts.ts'
import { ApiError } from '../../../kit/api.ts'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { Link } from '../../../kit/components/Link.tsx'
import { PageTitle } from '../../../kit/layout/page-title.tsx'
import { paths } from '../../../kit/paths.ts'
import { ErrorScreen } from '../../../shell/error-screen.tsx'

export function AlbumError() {
  return isAbsent(useRouteError()) ? (
    <AlbumNotFound heading={texts.notFound.heading} />
  ) : (
    <ErrorScreen />
  )
}

export function isAbsent(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}

/** Does not reveal whether the album exists. */
export function AlbumNotFound({ heading }: { heading: string }) {
  const { title, text, link } = texts.notFound
  return (
    <EmptyState heading={heading} text={text}>
      <PageTitle>{title}</PageTitle>
      <p>
        <Link to={paths.albums()}>{link}</Link>
      </p>
    </EmptyState>
  )
}
