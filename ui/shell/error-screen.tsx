import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError, errorText } from '../kit/api.ts'
import { Button } from '../kit/components/Button.tsx'
import { EmptyState } from '../kit/components/EmptyState.tsx'
import { Link } from '../kit/components/Link.tsx'
import { PageTitle } from '../kit/layout/page-title.tsx'
import {
  isLoadFailure,
  isServerReachable,
  type LoadFailure,
  loadFailureText,
  loadFailureTexts,
  retryText,
  whyLoadFailed,
} from '../kit/load-failures.ts'
import { paths } from '../kit/paths.ts'
import { noticesAtom } from '../kit/state/notices.ts'
import { store } from '../kit/state/store.ts'
import { texts } from './texts.ts'

/** Shown instead of a screen that failed: what happened, and a button to try again. */
export function ErrorScreen() {
  const error = useRouteError()
  if (isNotFound(error)) return <NotFound />
  if (isLoadFailure(error)) return <LoadFailed error={error} />
  return <Failed error={error} />
}

/** Shown instead of a screen that does not exist, or that this viewer may not see. */
export function NotFound() {
  const { title, heading, text, link } = texts.notFound
  return (
    <EmptyState heading={heading} text={text}>
      <PageTitle>{title}</PageTitle>
      <p>
        <Link to={paths.home()}>{link}</Link>
      </p>
    </EmptyState>
  )
}

function Failed({ error }: { error: unknown }) {
  const revalidator = useRevalidator()
  // Trying again helps with failed requests, not with defects.
  const canRevalidate = error instanceof ApiError
  const [isNotified] = useState(() => canRevalidate && isInNotice(error))
  return (
    <Notice
      role={isNotified ? undefined : 'alert'}
      text={canRevalidate ? errorText(error) : texts.error.defect}
      button={canRevalidate ? texts.error.retry : loadFailureTexts.reload}
      isBusy={revalidator.state === 'loading'}
      onPress={() => (canRevalidate ? void revalidator.revalidate() : location.reload())}
    />
  )
}

/** Whether the document was loaded for this address: then reloading it would fail again. */
function isDocumentsAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return !navigation || new URL(navigation.name).pathname === location.pathname
}

/**
 * The screen's code could not be loaded. If the server responds, its own page of this address is shown,
 * which can be read without code; otherwise once it responds again.
 */
function LoadFailed({ error }: { error: unknown }) {
  const [why, setWhy] = useState<LoadFailure>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    whyLoadFailed(error).then((why) => {
      if (why === 'blocked' && !isDocumentsAddress()) location.reload()
      else setWhy(why)
    })
  }, [error])
  const retry = async () => {
    setBusy(true)
    // Otherwise the browser's error page could replace the gallery.
    if (await isServerReachable()) location.reload()
    else setBusy(false)
  }
  if (!why) return null
  return (
    <Notice
      role="alert"
      text={loadFailureText(why, texts.error.screen)}
      button={retryText(why)}
      isBusy={isBusy}
      onPress={() => void retry()}
    />
  )
}

/** Whether a notice says the same: announcing it once is enough. */
const isInNotice = ({ message }: ApiError): boolean =>
  store.get(noticesAtom).some(({ text }) => text === message)

type NoticeProps = {
  role?: 'alert' | undefined
  text: string
  button: string
  isBusy: boolean
  onPress: () => void
}

function Notice({ role, text, button, isBusy, onPress }: NoticeProps) {
  return (
    <EmptyState role={role} heading={texts.error.heading} text={text}>
      <PageTitle>{texts.error.title}</PageTitle>
      <p>
        <Button kind="primary" isBusy={isBusy} onClick={onPress}>
          {button}
        </Button>
      </p>
    </EmptyState>
  )
}

function isNotFound(error: unknown): boolean {
  if (error instanceof ApiError) return error.refusal?.code === 404
  return isRouteErrorResponse(error) && error.status === 404
}
