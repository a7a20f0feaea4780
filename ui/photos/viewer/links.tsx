import { texts } from './texts.ts'

type StepLinkProps = {
  rel: 'prev' | 'next'
  /** The neighbour's address; undefined at the list's end, or while its page is loading. */
  href: string | undefined
  isEnd: boolean
  onStep: () => void
}

/** Previous or next. At the list's end it stays where it was and keeps the focus, but does nothing. */
export function StepLink({ rel, href, isEnd, onStep }: StepLinkProps) {
  const isPrevious = rel === 'prev'
  return (
    <a
      rel={rel}
      href={isEnd ? undefined : (href ?? '#')}
      role={isEnd ? 'link' : undefined}
      aria-disabled={isEnd || undefined}
      tabIndex={isEnd ? -1 : undefined}
      title={isPrevious ? texts.previous : texts.next}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (!isEnd) onStep()
      }}
    >
      {isPrevious ? texts.previous : texts.next}
    </a>
  )
}
