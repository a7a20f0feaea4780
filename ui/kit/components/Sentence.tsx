import type { ReactNode } from 'react'

/** Marks the position of the name; a noncharacter, so no text contains it. */
const gap = '\uffff'

type SentenceProps = {
  /** A name or other user text, in any script. */
  with: string
  of: (text: string) => string
  /** Shown right after it. */
  mark?: ReactNode
}

/** A sentence with a user's text in it, isolated so that its direction does not affect the rest. */
export function Sentence({ with: text, of, mark }: SentenceProps) {
  const [before, after] = of(gap).split(gap)
  return (
    <>
      {before}
      {after !== undefined && <bdi>{text}</bdi>}
      {mark}
      {after}
    </>
  )
}
