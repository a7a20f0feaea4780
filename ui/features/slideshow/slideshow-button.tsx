import { Play } from 'lucide-react'
import type { Ref } from 'react'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { slideshowText } from './button-text.ts'

const Slideshow = lazyWithRetry(async () => (await import('./slideshow.tsx')).Slideshow, {
  part: 'the slideshow',
})

type SlideshowButtonProps = {
  className: string
  labelClassName: string
  iconSize?: number
  ref?: Ref<HTMLButtonElement>
}

/** Starts a slideshow of the list on the screen; its code is loaded by then. */
export function SlideshowButton(props: SlideshowButtonProps) {
  const { labelClassName, iconSize = 18, ...button } = props
  const dialog = useDialog(Slideshow)
  return (
    <>
      <button type="button" title={slideshowText} onClick={dialog.open} {...button}>
        <Play aria-hidden="true" size={iconSize} strokeWidth={1.6} />
        <span className={labelClassName}>{slideshowText}</span>
      </button>
      {dialog.isMounted && <Slideshow {...dialog.dialogProps} />}
    </>
  )
}
