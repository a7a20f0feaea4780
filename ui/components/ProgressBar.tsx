import * as styles from './ProgressBar.css.ts'

type ProgressBarProps = {
  /** What is under way, for screen readers. */
  label: string
  /** 0 to 100, or undefined while nobody knows how much there is to do. */
  percent: number | undefined
  isPaused?: boolean
  /** Replaces the track's style, on which it should build. */
  className?: string
}

/** How far a piece of work is. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, percent, isPaused = false, className = styles.track } = props
  const known = isPaused ? styles.paused : styles.done
  return (
    <span
      className={className}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
    >
      <span
        className={percent === undefined ? styles.unknown : known}
        style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
      />
    </span>
  )
}
