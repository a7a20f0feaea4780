import { Captions, ChevronLeft, ChevronRight, Minus, Pause, Play, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { longestSeconds, shortestSeconds } from './settings.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type ControlsProps = {
  isPlaying: boolean
  seconds: number
  hasCaptions: boolean
  position: string
  onPlay: (isPlaying: boolean) => void
  onStep: (by: 1 | -1) => void
  onSeconds: (seconds: number) => void
  onCaptions: (hasCaptions: boolean) => void
  onClose: () => void
}

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.6 } as const

export function Controls(props: ControlsProps) {
  const { isPlaying, seconds, hasCaptions, position, onPlay, onStep, onSeconds } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.controls} role="group" aria-label={texts.controls}>
      <span className={styles.position}>{position}</span>
      <span className={styles.group}>
        <Control label={texts.previous} onClick={() => onStep(-1)}>
          <ChevronLeft {...icon} />
        </Control>
        <Control label={isPlaying ? texts.pause : texts.play} onClick={() => onPlay(!isPlaying)}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </Control>
        <Control label={texts.next} onClick={() => onStep(1)}>
          <ChevronRight {...icon} />
        </Control>
      </span>
      <span className={styles.group}>
        <Control
          label={texts.faster}
          isOff={seconds <= shortestSeconds}
          onClick={() => onSeconds(seconds - 1)}
        >
          <Minus {...icon} />
        </Control>
        <span className={styles.seconds}>
          <span aria-hidden="true">{texts.seconds(seconds)}</span>
          <span className="visually-hidden" role="status">
            {texts.secondsLabel(seconds)}
          </span>
        </span>
        <Control
          label={texts.slower}
          isOff={seconds >= longestSeconds}
          onClick={() => onSeconds(seconds + 1)}
        >
          <Plus {...icon} />
        </Control>
      </span>
      <span className={styles.group}>
        <Control
          label={texts.captions}
          isPressed={hasCaptions}
          onClick={() => props.onCaptions(!hasCaptions)}
        >
          <Captions {...icon} />
        </Control>
        <Control label={texts.close} onClick={props.onClose}>
          <X {...icon} />
        </Control>
      </span>
    </div>
  )
}

type ControlProps = {
  label: string
  isPressed?: boolean
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

/** A control at its limit keeps the focus but does nothing. */
function Control({ label, isPressed, isOff = false, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </button>
  )
}
