import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import * as styles from './Select.css.ts'

type SelectProps = {
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error?: string | undefined
}

export function Select({ label, options, value, onChange, hint, error }: SelectProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={styles.field}>
      {/* The content security policy forbids style elements; this one would hide a scroll bar. */}
      <CSPProvider disableStyleElements>
        <BaseSelect.Root
          items={options}
          value={value}
          onValueChange={(chosen) => onChange(chosen ?? '')}
        >
          <BaseSelect.Label className={styles.label}>{label}</BaseSelect.Label>
          <BaseSelect.Trigger
            className={styles.trigger}
            aria-describedby={note && `${id}-note`}
            aria-invalid={Boolean(error)}
          >
            <BaseSelect.Value className={styles.value} dir="auto" />
            <BaseSelect.Icon className={styles.icon}>
              <ChevronDown aria-hidden="true" size={18} strokeWidth={1.6} />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          <BaseSelect.Portal>
            <BaseSelect.Positioner
              className={styles.positioner}
              sideOffset={4}
              alignItemWithTrigger={false}
            >
              <BaseSelect.Popup className={styles.popup}>
                <BaseSelect.List className={styles.list}>
                  {options.map((option) => (
                    <BaseSelect.Item
                      key={option.value}
                      value={option.value}
                      className={styles.item}
                    >
                      <BaseSelect.ItemText className={styles.itemText} dir="auto">
                        {option.label}
                      </BaseSelect.ItemText>
                      <BaseSelect.ItemIndicator className={styles.indicator}>
                        <Check aria-hidden="true" size={16} />
                      </BaseSelect.ItemIndicator>
                    </BaseSelect.Item>
                  ))}
                </BaseSelect.List>
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      </CSPProvider>
      {note && (
        <p
          className={error ? styles.error : styles.hint}
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
