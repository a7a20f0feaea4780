import { useAtomValue } from 'jotai'
import { siteNameAtom } from '../state/viewer.ts'

/** The browser's title of a screen, as the server words it: the screen, then the site. */
export function PageTitle({ children: title }: { children: string }) {
  const name = useAtomValue(siteNameAtom)
  return <title>{`${title} · ${name}`}</title>
}
