import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { ErrorScreen } from '../../layout/error-screen.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { texts } from '../texts.ts'

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
