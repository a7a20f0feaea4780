import type { ReactNode, Ref } from 'react'
import * as styles from './EmptyState.css.ts'

type EmptyStateProps = {
  heading: ReactNode
  text?: string | false
  /** Links and buttons, each in a paragraph. */
  children?: ReactNode
  /** The heading's level; 2 below a screen's own heading. */
  level?: 1 | 2
  className?: string
  headingClassName?: string
  role?: 'alert' | undefined
  headingRef?: Ref<HTMLHeadingElement>
}

/** Shown when there is no content: why, and what to do about it. */
export function EmptyState(props: EmptyStateProps) {
  const { heading, text, children, level = 1, className = '', role, headingRef } = props
  const { headingClassName = level === 1 ? styles.heading : undefined } = props
  const Heading = `h${level}` as const
  return (
    <section className={`${styles.notice} ${className}`.trim()} role={role}>
      <Heading ref={headingRef} className={headingClassName} tabIndex={headingRef ? -1 : undefined}>
        {heading}
      </Heading>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}
