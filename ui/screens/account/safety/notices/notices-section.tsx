import { useEffect, useRef, useState } from 'react'
import { noticeLimits } from '../../../../../src/contract/limits.ts'
import type { NoticeChannel } from '../../../../../src/contract/site/notices.ts'
import { LoadState } from '../../../../kit/account/SettingsScreen.tsx'
import * as cards from '../../../../kit/account/settings-card.css.ts'
import * as account from '../../../../kit/account/styles.css.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../../kit/components/use-dialog.ts'
import { ChannelCard } from './channel-card.tsx'
import { useNotices } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ChannelDialog = lazyWithRetry(async () => (await import('./channel-dialog.tsx')).default)

/** How the owner is told of problems without visiting the gallery. */
export function NoticesSection() {
  const { notices, problem, retry } = useNotices()
  const { news, heading, tell, onRemoved } = useNews()
  const dialog = useDialog(ChannelDialog)
  const isFull = (notices?.channels.length ?? 0) >= noticeLimits.channels
  return (
    <section className={account.part} aria-labelledby="notices">
      <h2 className={account.partHeading} id="notices" ref={heading} tabIndex={-1}>
        {texts.heading}
      </h2>
      <div>
        <p className={cards.text}>{texts.lead}</p>
        <p className={styles.news} role="status">
          {news}
        </p>
      </div>
      <LoadState isLoaded={notices !== undefined} problem={problem} onRetry={retry} />
      {notices && (
        <>
          {notices.channels.length === 0 ? (
            <p className={cards.stateText}>{texts.none}</p>
          ) : (
            <ul className={styles.list}>
              {notices.channels.map((channel) => (
                <ChannelCard
                  key={channel.id}
                  channel={channel}
                  hasMailServer={notices.hasMailServer}
                  onSaved={(saved) => tell(texts.changes.saved, saved)}
                  onRemoved={() => onRemoved(channel)}
                />
              ))}
            </ul>
          )}
          <div className={account.actions}>
            <Button aria-haspopup="dialog" isDisabled={isFull} onClick={dialog.open}>
              {texts.add}
            </Button>
            {isFull && <p className={cards.text}>{texts.most(noticeLimits.channels)}</p>}
          </div>
          {dialog.isMounted && (
            <ChannelDialog
              hasMailServer={notices.hasMailServer}
              onSaved={(added) => tell(texts.changes.added, added)}
              {...dialog.dialogProps}
            />
          )}
        </>
      )}
    </section>
  )
}

type Named = Pick<NoticeChannel, 'kind' | 'address'>

/** What was just done. The heading gets the focus of a card that was removed. */
function useNews() {
  const [news, setNews] = useState('')
  const [removed, setRemoved] = useState<NoticeChannel>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (removed) heading.current?.focus()
  }, [removed])
  const tell = (say: (channel: string) => string, { kind, address }: Named) =>
    setNews(say(texts.nameOf(kind, address)))
  const onRemoved = (channel: NoticeChannel) => {
    setRemoved(channel)
    tell(texts.changes.removed, channel)
  }
  return { news, heading, tell, onRemoved }
}
