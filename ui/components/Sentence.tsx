import type { ReactNode } from 'react'

/** Stands where the name will be; no text holds it, since it is no character. */
const gap = '\uffff'

type SentenceProps = {
  /** Somebody's own words, of whatever script. */
  with: string
  of: (words: string) => string
  /** What follows them at once. */
  mark?: ReactNode
}

/** A sentence around somebody's own words, which keep their direction and do not turn its own. */
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
