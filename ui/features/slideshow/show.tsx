import { useAtom } from 'jotai'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { Source } from '../../catalogue/list/pages.ts'
import { Controls } from './controls.tsx'
import { captionsAtom, secondsAtom, withinRange } from './settings.ts'
import { Slides } from './slides.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useFullscreenPage } from './use-fullscreen-page.ts'
import { useIdle } from './use-idle.ts'
import { useSlides } from './use-slides.ts'
import { useSwipe } from './use-swipe.ts'
import { useWakeLock } from './use-wake-lock.ts'

type ShowProps = {
  /** Gets the focus. */
  stage: Ref<HTMLDivElement>
  source: Source
  start: number
  /** Told of each photo that is shown. */
  onPhoto: (photo: Photo) => void
  onClose: () => void
}

export function Show({ stage, source, start, onPhoto, onClose }: ShowProps) {
  const slides = useSlides(source, start)
  const { photo, previous, next, position, total, problem, step } = slides
  const [isPlaying, setPlaying] = useState(true)
  const [storedSeconds, setSeconds] = useAtom(secondsAtom)
  const seconds = withinRange(storedSeconds)
  const [hasCaptions, setCaptions] = useAtom(captionsAtom)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const { isIdle, wake } = useIdle(isPlaying)
  useWakeLock(isPlaying)
  useFullscreenPage(onClose)

  const told = useEffectEvent(onPhoto)
  useEffect(() => {
    if (photo) told(photo)
  }, [photo])

  // The time of a photo begins when it is visible, and the next one is not shown before it is loaded.
  const isReady = photo !== undefined && settled.has(photo.fileName)
  const [dueAfter, setDueAfter] = useState<string>()
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

  const stepBy = (by: 1 | -1) => {
    wake()
    setDueAfter(undefined)
    step(by)
  }
  const changeSeconds = (wanted: number) => {
    wake()
    setSeconds(withinRange(wanted))
  }
  const play = (isWanted: boolean) => {
    wake()
    setDueAfter(undefined)
    setPlaying(isWanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    wake()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // The space bar presses a button that has the focus.
    const isOnButton = event.target instanceof HTMLButtonElement
    if (event.key === 'ArrowRight') stepBy(1)
    else if (event.key === 'ArrowLeft') stepBy(-1)
    else if (event.key === '+' || event.key === '=') changeSeconds(seconds + 1)
    else if (event.key === '-') changeSeconds(seconds - 1)
    else if (event.key === ' ' && !isOnButton) play(!isPlaying)
    else return
    event.preventDefault()
  }
  const swipe = useSwipe(stepBy)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the dialog has the focus
    <div
      ref={stage}
      className={styles.stage}
      tabIndex={-1}
      data-idle={isIdle}
      onKeyDown={onKeyDown}
      onPointerMove={wake}
      onPointerDown={wake}
      {...swipe}
    >
      {photo && (
        <Slides
          {...{ photo, previous, next }}
          onSettled={(name) => setSettled((names) => new Set(names).add(name))}
        />
      )}
      {hasCaptions && photo?.title && (
        <p className={styles.lastingTitle} dir="auto" aria-hidden="true">
          {photo.title}
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.footer}>
        {photo?.title && (
          <p className={styles.title} dir="auto">
            {photo.title}
          </p>
        )}
        <Controls
          {...{ isPlaying, seconds, hasCaptions, onClose }}
          position={texts.position(position, total)}
          onPlay={play}
          onStep={stepBy}
          onSeconds={changeSeconds}
          onCaptions={setCaptions}
        />
      </div>
      <p className="visually-hidden" role="status">
        {photo && texts.announced(altText(photo), position, total)}
      </p>
    </div>
  )
}
