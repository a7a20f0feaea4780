import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId } from 'react'
import * as styles from './Switch.css.ts'

type SwitchProps = {
  label: string
  name?: string
  hint?: string
  defaultChecked?: boolean
  checked?: boolean
  onChange?: (isOn: boolean) => void
}

export function Switch({ label, hint, onChange, ...state }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <label className={hint ? styles.hintedLabel : styles.label} htmlFor={id}>
        {label}
      </label>
      <BaseSwitch.Root
        {...state}
        id={id}
        className={styles.track}
        aria-describedby={hint && `${id}-hint`}
        {...(onChange && { onCheckedChange: onChange })}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
