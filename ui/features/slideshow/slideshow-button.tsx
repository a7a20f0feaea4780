import { Play } from 'lucide-react'
import type { Ref } from 'react'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { slideshowText } from './button-text.ts'

const Slideshow = lazyWithRetry(async () => (await import('./slideshow.tsx')).Slideshow, {
  part: 'the slideshow',
})

type SlideshowButtonProps = { className?: string; ref?: Ref<HTMLButtonElement> }

/** Starts a slideshow of the list on the screen; its code is loaded by then. */
export function SlideshowButton(props: SlideshowButtonProps) {
  const dialog = useDialog(Slideshow)
  return (
    <>
      <button type="button" title={slideshowText} onClick={dialog.open} {...props}>
        <Play aria-hidden="true" size={18} strokeWidth={1.6} />
        <span>{slideshowText}</span>
      </button>
      {dialog.isMounted && <Slideshow {...dialog.dialogProps} />}
    </>
  )
}
