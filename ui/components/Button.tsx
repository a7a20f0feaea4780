import type { ComponentProps } from 'react'
import { primary, quiet } from './Button.css.ts'

const looks = { primary, quiet }

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  kind?: keyof typeof looks
  /** Under way: the button says so and does nothing, but keeps the focus. */
  isBusy?: boolean
}

export function Button({ kind = 'quiet', isBusy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={looks[kind]}
      aria-disabled={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  )
}
