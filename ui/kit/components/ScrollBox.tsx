import type { ReactNode } from 'react'
import * as styles from './ScrollBox.css.ts'

type ScrollBoxProps = {
  /** For screen readers. */
  label: string
  /** Says how high it gets. */
  className: string
  children: ReactNode
}

/** A part of a dialog that scrolls, so that what is above and below it stays in view. */
export const ScrollBox = ({ label, className, children }: ScrollBoxProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise it would not scroll by keyboard
  <section className={`${styles.box} ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
