import { straightenMax, straightenMin } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type StraightenProps = {
  /** Degrees clockwise from the nearest quarter turn. */
  degrees: number
  isBusy: boolean
  onChange: (degrees: number) => void
}

/** A slider that rotates by single degrees. */
export function Straighten({ degrees, isBusy, onChange }: StraightenProps) {
  return (
    <input
      className={styles.straighten}
      type="range"
      min={straightenMin}
      max={straightenMax}
      step={1}
      value={degrees}
      disabled={isBusy}
      aria-label={texts.straighten}
      aria-valuetext={texts.degrees(degrees)}
      title={texts.straighten}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  )
}
