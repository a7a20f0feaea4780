import type { ReactNode } from 'react'

/** Marks where the name goes; a noncharacter, so no text contains it. */
const gap = '\uffff'

type SentenceProps = {
  /** Someone's own words, in any script. */
  with: string
  of: (words: string) => string
  /** What follows them at once. */
  mark?: ReactNode
}

/** A sentence around someone's own words, isolated so that their direction does not affect it. */
export function Sentence({ with: words, of, mark }: SentenceProps) {
  const [before, after] = of(gap).split(gap)
  return (
    <>
      {before}
      {after !== undefined && <bdi>{words}</bdi>}
      {mark}
      {after}
    </>
  )
}
