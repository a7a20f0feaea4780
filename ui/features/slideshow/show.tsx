import { useAtom } from 'jotai'
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { ownValue } from '../../../src/contract/own-value.ts'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { Source } from '../../catalogue/list/pages.ts'
import { Controls } from './controls.tsx'
import { captionsAtom, secondsAtom } from './settings.ts'
import { Slides } from './slides.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useAutoplay } from './use-autoplay.ts'
import { useFullscreenPage } from './use-fullscreen-page.ts'
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

const stepKeys: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }
const secondsKeys: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 }

export function Show({ stage, source, start, onPhoto, onClose }: ShowProps) {
  const slides = useSlides(source, start)
  const { photo, previous, next, position, total, problem, step } = slides
  const [isPlaying, setPlaying] = useState(true)
  const [seconds, setSeconds] = useAtom(secondsAtom)
  const [hasCaptions, setCaptions] = useAtom(captionsAtom)
  const { isIdle, wake } = useIdle(isPlaying)
  useWakeLock(isPlaying)
  useFullscreenPage(onClose)

  useShownPhoto(photo, onPhoto)
  const { noteSettled, restart } = useAutoplay(slides, isPlaying, seconds)
  const stepBy = (by: 1 | -1) => {
    wake()
    restart()
    step(by)
  }
  const changeSeconds = (wanted: number) => {
    wake()
    setSeconds(wanted)
  }
  const play = (isWanted: boolean) => {
    wake()
    restart()
    setPlaying(isWanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    wake()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // The space bar presses a button that has the focus.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return
    const by = ownValue(stepKeys, event.key)
    const longer = ownValue(secondsKeys, event.key)
    if (by) stepBy(by)
    else if (longer) changeSeconds(seconds + longer)
    else if (event.key === ' ') play(!isPlaying)
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
      {photo && <Slides photo={photo} previous={previous} next={next} onSettled={noteSettled} />}
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
          isPlaying={isPlaying}
          seconds={seconds}
          hasCaptions={hasCaptions}
          onClose={onClose}
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

/** Tells `onPhoto` of each photo that is shown. */
function useShownPhoto(photo: Photo | undefined, onPhoto: (photo: Photo) => void): void {
  const told = useEffectEvent(onPhoto)
  useEffect(() => {
    if (photo) told(photo)
  }, [photo])
}

const idleMs = 3000

/** Whether nothing has been done for a while; `wake` says that something was. */
function useIdle(isWatching: boolean) {
  const [lastWake, setLastWake] = useState(0)
  const [idleSince, setIdleSince] = useState(-1)
  useEffect(() => {
    if (!isWatching) return
    const timer = setTimeout(() => setIdleSince(lastWake), idleMs)
    return () => clearTimeout(timer)
  }, [isWatching, lastWake])
  const wake = useCallback(() => setLastWake((count) => count + 1), [])
  return { isIdle: isWatching && idleSince === lastWake, wake }
}
