import { useAtomValue } from 'jotai'
import type { MouseEvent } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { Page, PageName } from '../../src/contract/pages.ts'
import { api, unwrap } from '../api.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { viewerAtom } from '../state/viewer.ts'
import { fileOf, texts } from './texts.ts'
import './written-page.css.ts'

/** What the owner wrote in the data folder. @throws ApiError */
const load = (page: PageName): Promise<Page> => unwrap(api.pages[':page'].$get({ param: { page } }))

const About = () => <WrittenPage name="about" />
const Resume = () => <WrittenPage name="resume" />

/** /about and /resume, loaded with their first visit. */
export const about = { loader: () => load('about'), Component: About }
export const resume = { loader: () => load('resume'), Component: Resume }

/** A page that the owner wrote. */
function WrittenPage({ name }: { name: PageName }) {
  const { html } = useLoaderData<Page>()
  const { isOwner } = useAtomValue(viewerAtom)
  const navigate = useNavigate()

  /** Links to other screens need no new page; the text is no React tree to put Link into. */
  const follow = (event: MouseEvent<HTMLElement>) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link && ownPath(link)
    if (!isPlain || event.altKey || !path) return
    event.preventDefault()
    void navigate(path)
  }

  return (
    <>
      <PageTitle>{texts.titles[name]}</PageTitle>
      {html.trim() ? (
        // The keyboard's Enter on a link is a click as well.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is pressed
        <article
          className={`prose is-${name}`}
          dir="auto"
          onClick={follow}
          // The server renders it from Markdown with raw HTML off and links to scripts left out.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: no other HTML than that gets here
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ) : (
        <EmptyState heading={texts.empty.heading} text={!isOwner && texts.empty.visitor} />
      )}
      {isOwner && (
        <p className="written-hint">
          {texts.yours}
          <code>{fileOf(name)}</code>
          {texts.how}
        </p>
      )}
    </>
  )
}

/** The screen's path, query and fragment that a link leads to; undefined where the browser leads. */
function ownPath(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = new URL(link.href, location.href)
  const isElsewhere = origin !== location.origin || link.target !== '' || link.download !== ''
  // Files of this site are no screens.
  if (isElsewhere || pathname.startsWith('/api/')) return undefined
  // A place on this very page.
  if (hash && pathname === location.pathname && search === location.search) return undefined
  return pathname + search + hash
}
