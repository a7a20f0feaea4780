import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { siteNameAtom } from '../state/viewer.ts'

/** The document title, in the same form as in the server's pages. */
export function PageTitle({ children: title }: { children: string }) {
  const name = useAtomValue(siteNameAtom)
  return <title>{`${title} · ${name}`}</title>
}

/** Announces the title of each new screen to screen readers. */
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
