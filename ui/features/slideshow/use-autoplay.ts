import { useCallback, useEffect, useState } from 'react'
import type { Slides } from './use-slides.ts'

/**
 * Shows the next photo after some seconds. The time of a photo begins when it is visible, and the
 * next one is not shown before it is loaded.
 */
export function useAutoplay(slides: Slides, isPlaying: boolean, seconds: number) {
  const { photo, next, total, step } = slides
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [dueAfter, setDueAfter] = useState<string>()

  const isReady = photo !== undefined && settled.has(photo.fileName)
  useEffect(() => {
    if (!isPlaying || !isReady || total < 2) return
    const timer = setTimeout(() => setDueAfter(photo.fileName), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isPlaying, isReady, total, photo, seconds])
  const isDue = isPlaying && isReady && dueAfter === photo.fileName
  const isNextReady = next !== undefined && settled.has(next.fileName)
  useEffect(() => {
    if (!isDue || !isNextReady) return
    setDueAfter(undefined)
    step(1)
  }, [isDue, isNextReady, step])

  return {
    /** For each picture, once it is loaded or has failed. */
    noteSettled: useCallback(
      (fileName: string) => setSettled((names) => new Set(names).add(fileName)),
      [],
    ),
    /** Forgets that the photo's time is over. */
    restart: useCallback(() => setDueAfter(undefined), []),
  }
}
