import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells screen readers the title of the screen that a link led to. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  )
}
