import * as styles from './ProgressBar.css.ts'

type ProgressBarProps = {
  /** What is under way, for screen readers. */
  label: string
  /** From 0 to 100; undefined while the amount of work is unknown. */
  percent: number | undefined
  isPaused?: boolean
  /** Replaces the track's style; compose it with that. */
  className?: string
}

/** Shows how far some work has got. */
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
