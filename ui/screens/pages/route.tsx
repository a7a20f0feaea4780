import { useAtomValue } from 'jotai'
import type { MouseEvent } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { Page, PageName } from '../../../src/contract/site/pages.ts'
import { meantPath } from '../../../src/contract/site/typed-paths.ts'
import { api, unwrap } from '../../kit/api.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { underlined } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { fileOf, texts } from './texts.ts'
import { hint } from './written-page.css.ts'

/** A page from the data folder. @throws ApiError */
const load = (page: PageName): Promise<Page> => unwrap(api.pages[':page'].$get({ param: { page } }))

const About = () => <WrittenPage name="about" />
const Resume = () => <WrittenPage name="resume" />

export const about = { loader: () => load('about'), Component: About }
export const resume = { loader: () => load('resume'), Component: Resume }

function WrittenPage({ name }: { name: PageName }) {
  const { html, isPublic } = useLoaderData<Page>()
  const { isOwner } = useAtomValue(viewerAtom)
  const navigate = useNavigate()

  /** Follows links to other screens without a page load: HTML cannot contain Link components. */
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
        // Pressing Enter on a link is also a click.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are clicked
        <article
          className={`prose is-${name}`}
          dir="auto"
          onClick={follow}
          // Rendered by the server from Markdown, without raw HTML and javascript: links.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's HTML is safe
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ) : (
        <EmptyState heading={texts.empty.heading} text={!isOwner && texts.empty.visitor} />
      )}
      {isOwner && (
        <p className={hint}>
          {!isPublic && texts.hidden}
          <Link className={underlined} to={paths.account(name)}>
            {texts.edit}
          </Link>
          {texts.hintBefore}
          <code>{fileOf(name)}</code>
          {texts.hintAfter}
        </p>
      )}
    </>
  )
}

/** Path, query and fragment of a link to a screen; undefined for links that the browser follows. */
function ownPath(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = new URL(link.href, location.href)
  const isElsewhere = origin !== location.origin || link.target !== '' || link.download !== ''
  // API addresses are files, not screens.
  if (isElsewhere || pathname.startsWith('/api/')) return undefined
  // A heading on this page.
  if (hash && pathname === location.pathname && search === location.search) return undefined
  return (meantPath(pathname) ?? pathname) + search + hash
}
