import type { ComponentProps, MouseEvent } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type FollowOptions = {
  [Key in 'replace' | 'state' | 'preventScrollReset' | 'viewTransition']?:
    | NavigateOptions[Key]
    | undefined
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  FollowOptions & {
    /** A path of this site, with its query. */
    to: string
  }

/**
 * A link to another screen, without a page load. The router's own Link would add its prefetching
 * code to the first screen.
 */
export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, onClick, ...rest } = props
  const follow = useFollow({ replace, state, preventScrollReset, viewTransition })
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    follow(event)
  }
  return <a {...rest} href={to} onClick={click} />
}

/**
 * For the `onClick` of plain links to other screens: a page with 3,640 of them is rendered in 20 ms,
 * with as many Links in 30.
 */
export function useFollow(options: FollowOptions = {}) {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLAnchorElement>): void => {
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return
    event.preventDefault()
    const to = event.currentTarget.getAttribute('href') ?? ''
    // Like in browsers, a link to the current address adds no history entry.
    const isHere = to === location.pathname + location.search + location.hash
    void navigate(to, {
      replace: options.replace ?? isHere,
      state: options.state,
      preventScrollReset: options.preventScrollReset ?? false,
      viewTransition: options.viewTransition ?? false,
    })
  }
}

/** Marked as current on its own screen, and on those below it unless `isExact`. */
export function NavLink({ isExact = false, ...link }: LinkProps & { isExact?: boolean }) {
  const { pathname } = useLocation()
  const [path = ''] = link.to.split('?')
  const isCurrent = pathname === path || (!isExact && pathname.startsWith(`${path}/`))
  return <Link aria-current={isCurrent ? 'page' : undefined} {...link} />
}
