import type { ComponentProps, MouseEvent } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'> & {
    /** A path of this site, with its query. */
    to: string
  }

/**
 * A link to another screen, without a page load. The router's own Link would add its prefetching
 * code to the first screen.
 */
export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, onClick, ...rest } = props
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || event.button !== 0 || hasModifier) return
    event.preventDefault()
    // Like in browsers, a link to the current address adds no history entry.
    const isHere = to === location.pathname + location.search + location.hash
    void navigate(to, {
      replace: replace ?? isHere,
      state,
      preventScrollReset: preventScrollReset ?? false,
      viewTransition: viewTransition ?? false,
    })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Marked as current on its own screen, and on those below it unless `isExact`. */
export function NavLink({ isExact = false, ...link }: LinkProps & { isExact?: boolean }) {
  const { pathname } = useLocation()
  const [path = ''] = link.to.split('?')
  const isCurrent = pathname === path || (!isExact && pathname.startsWith(`${path}/`))
  return <Link aria-current={isCurrent ? 'page' : undefined} {...link} />
}
