import { useState } from 'react'
import type { NoticeChannel } from '../../../../../src/contract/site/notices.ts'
import { ignoreApiError } from '../../../../kit/api.ts'
import { useAction } from '../../../../kit/components/use-action.ts'
import { fetchNotices, testChannel } from './requests.ts'
import { keepNotices } from './state.ts'
import { texts } from './texts.ts'

type Result = {
  readonly problem: string | null
  /** When the channel was last used, as known after the test. */
  readonly lastAt: string | undefined
}

/** Sends a notice to try a channel. The result is shown until something else is sent there. */
export function useTest({ id, kind, last }: NoticeChannel) {
  const action = useAction({ within: texts.failed })
  const [result, setResult] = useState<Result>()
  const run = async () => {
    setResult(undefined)
    await action.run(async () => {
      const { problem } = await testChannel(id)
      setResult({ problem, lastAt: await refreshedTime(id, last?.at) })
    })
  }
  const shown = result && result.lastAt === last?.at ? result : undefined
  const failure = shown?.problem ? texts.testing.failed(kind, shown.problem) : undefined
  return {
    isBusy: action.isBusy,
    sentText: shown?.problem === null ? texts.testing.sent(kind) : undefined,
    problem: action.problem ?? failure,
    run,
  }
}

/** When a channel was last used, by a new answer of the server if there is one. */
async function refreshedTime(id: string, before: string | undefined): Promise<string | undefined> {
  try {
    const notices = await fetchNotices()
    keepNotices(notices)
    return notices.channels.find((channel) => channel.id === id)?.last?.at
  } catch (error) {
    ignoreApiError(error)
    return before
  }
}
