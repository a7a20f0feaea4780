import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { NotFound } from './not-found.tsx'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'

/** In place of a screen that failed: what happened, and another try. */
export function ErrorScreen() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  const { title, heading, retry, reload } = texts.error
  if (isNotFound(error)) return <NotFound />
  // Asking again cannot mend what is no failed call: a script that is gone, or a defect.
  const canRevalidate = error instanceof ApiError
  return (
    <section className="notice" role="alert">
      <PageTitle>{title}</PageTitle>
      <h1>{heading}</h1>
      <p>{textOf(error)}</p>
      <p>
        <Button
          kind="primary"
          isBusy={revalidator.state === 'loading'}
          onClick={() => (canRevalidate ? void revalidator.revalidate() : location.reload())}
        >
          {canRevalidate ? retry : reload}
        </Button>
      </p>
    </section>
  )
}

function isNotFound(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}

function textOf(error: unknown): string {
  const refusal = error instanceof ApiError ? error.refusal : undefined
  if (refusal) return refusal.message.charAt(0).toUpperCase() + refusal.message.slice(1)
  const isScriptGone = error instanceof TypeError && /module|import/i.test(error.message)
  return isScriptGone && navigator.onLine ? texts.error.outdated : texts.error.noAnswer
}
