import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError, errorText } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { isScriptFailure, isServerThere, scriptTexts, whyNoScript } from '../scripts.ts'
import { NotFound } from './not-found.tsx'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'

/** In place of a screen that failed: what happened, and another try. */
export function ErrorScreen() {
  const error = useRouteError()
  if (isNotFound(error)) return <NotFound />
  if (isScriptFailure(error)) return <NoScript error={error} />
  return <Failed error={error} />
}

function Failed({ error }: { error: unknown }) {
  const revalidator = useRevalidator()
  // Asking again cannot mend what is no failed call but a defect.
  const canRevalidate = error instanceof ApiError
  return (
    <Notice
      text={textOf(error)}
      button={canRevalidate ? texts.error.retry : scriptTexts.reload}
      isBusy={revalidator.state === 'loading'}
      onPress={() => (canRevalidate ? void revalidator.revalidate() : location.reload())}
    />
  )
}

/** The screen's own script did not come: the page is loaded anew once the server answers. */
function NoScript({ error }: { error: unknown }) {
  const [isOutdated, setOutdated] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    whyNoScript(error).then((why) => setOutdated(why === 'outdated'))
  }, [error])
  const retry = async () => {
    setBusy(true)
    // Without this question the browser's own error page would take the gallery's place.
    if (await isServerThere()) location.reload()
    else setBusy(false)
  }
  return (
    <Notice
      text={isOutdated ? scriptTexts.outdated : texts.error.noAnswer}
      button={isOutdated ? scriptTexts.reload : texts.error.retry}
      isBusy={isBusy}
      onPress={() => void retry()}
    />
  )
}

type NoticeProps = { text: string; button: string; isBusy: boolean; onPress: () => void }

function Notice({ text, button, isBusy, onPress }: NoticeProps) {
  return (
    <section className="notice" role="alert">
      <PageTitle>{texts.error.title}</PageTitle>
      <h1>{texts.error.heading}</h1>
      <p>{text}</p>
      <p>
        <Button kind="primary" isBusy={isBusy} onClick={onPress}>
          {button}
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
  const isRefused = error instanceof ApiError && error.refusal !== undefined
  return isRefused ? errorText(error) : texts.error.noAnswer
}
