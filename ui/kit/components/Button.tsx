import type { ComponentProps } from 'react'
import { primary, quiet } from './Button.css.ts'

const looks = { primary, quiet }

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  kind?: keyof typeof looks
  /** Shows progress and ignores clicks, but keeps the focus. */
  isBusy?: boolean
  /** Ignores clicks, but keeps the focus. */
  isDisabled?: boolean
}

export function Button(props: ButtonProps) {
  const { kind = 'quiet', isBusy = false, isDisabled = false, onClick, ...rest } = props
  const isIdle = isBusy || isDisabled
  return (
    <button
      type="button"
      {...rest}
      className={looks[kind]}
      aria-disabled={isIdle}
      aria-busy={isBusy}
      onClick={isIdle ? (event) => event.preventDefault() : onClick}
    />
  )
}
