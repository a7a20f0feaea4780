import type {
  NoticeChannel,
  NoticeChannelChange,
} from '../../../../../src/contract/site/notices.ts'
import { agoText } from '../../../../features/comments/time-ago.ts'
import * as cards from '../../../../kit/account/settings-card.css.ts'
import * as account from '../../../../kit/account/styles.css.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../../kit/components/lazy-with-retry.tsx'
import { useAction } from '../../../../kit/components/use-action.ts'
import { useDialog } from '../../../../kit/components/use-dialog.ts'
import { removeChannel } from './requests.ts'
import { keepNotices } from './state.ts'
import { texts } from './texts.ts'
import { useTest } from './use-test.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)
const ChannelDialog = lazyWithRetry(async () => (await import('./channel-dialog.tsx')).default)

type ChannelCardProps = {
  channel: NoticeChannel
  hasMailServer: boolean
  onSaved: (saved: NoticeChannelChange) => void
  onRemoved: () => void
}

/** Where notices are sent, how the last one went, and buttons to try, edit and remove it. */
export function ChannelCard({ channel, hasMailServer, onSaved, onRemoved }: ChannelCardProps) {
  const { id, kind, address } = channel
  const dialog = useDialog(ChannelDialog)
  const test = useTest(channel)
  const labelOf = (action: string) => texts.of(action, texts.nameOf(kind, address))
  return (
    <li className={cards.card} aria-labelledby={`notice-${id} notice-${id}-address`}>
      <div>
        <h3 className={cards.heading} id={`notice-${id}`}>
          {texts.kinds[kind]}
        </h3>
        <p className={cards.text} id={`notice-${id}-address`} dir="auto">
          {address}
        </p>
      </div>
      <div className={cards.state}>
        {kind === 'email' && !hasMailServer && (
          <p className={cards.failure}>{texts.noMailServer}</p>
        )}
        <LastResult channel={channel} test={test} />
      </div>
      <div className={account.actions}>
        <Button
          aria-label={labelOf(texts.test(kind))}
          isBusy={test.isBusy}
          onClick={() => void test.run()}
        >
          {texts.test(kind)}
        </Button>
        <Button aria-haspopup="dialog" aria-label={labelOf(texts.edit)} onClick={dialog.open}>
          {texts.edit}
        </Button>
        <Removal channel={channel} label={labelOf(texts.remove)} onRemoved={onRemoved} />
      </div>
      {dialog.isMounted && (
        <ChannelDialog
          channel={channel}
          hasMailServer={hasMailServer}
          onSaved={onSaved}
          {...dialog.dialogProps}
        />
      )}
    </li>
  )
}

type LastResultProps = { channel: NoticeChannel; test: ReturnType<typeof useTest> }

/** How the last notice went, or the test, as long as that is the last one. */
function LastResult({ channel: { kind, last, waiting }, test }: LastResultProps) {
  const { isBusy, sentText, problem } = test
  const isTested = isBusy || sentText !== undefined || problem !== undefined
  return (
    <>
      <div>
        {!isTested && (
          <p className={last?.problem ? cards.failure : cards.stateText}>{lastText(kind, last)}</p>
        )}
        <p className={cards.stateText} role="status">
          {isBusy ? texts.testing.busy(kind) : sentText}
        </p>
      </div>
      {problem !== undefined && (
        <p className={cards.failure} role="alert">
          {problem}
        </p>
      )}
      {waiting > 0 && <p className={cards.text}>{texts.last.waiting(waiting)}</p>}
    </>
  )
}

function lastText(kind: NoticeChannel['kind'], last: NoticeChannel['last']): string {
  if (!last) return texts.last.never(kind)
  const ago = agoText(last.at, Date.now())
  return last.problem === null
    ? texts.last.sent(kind, ago)
    : texts.last.failed(kind, ago, last.problem)
}

type RemovalProps = { channel: NoticeChannel; label: string; onRemoved: () => void }

function Removal({ channel, label, onRemoved }: RemovalProps) {
  const { id, kind } = channel
  const question = useDialog(ConfirmDialog)
  const { isBusy, problem, run } = useAction()
  const remove = async () => {
    keepNotices(await removeChannel(id))
    onRemoved()
  }
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={label} onClick={question.open}>
        {texts.remove}
      </Button>
      {question.isMounted && (
        <ConfirmDialog
          title={texts.removal.title(kind)}
          text={texts.removal.text(channel)}
          ok={texts.removal.ok}
          isOpen={question.dialogProps.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void run(remove)}
          onCancel={() => question.dialogProps.onOpenChange(false)}
        />
      )}
    </>
  )
}
