import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'

/** In place of a screen that does not exist, or that this viewer may not see. */
export function NotFound() {
  const { title, heading, text, link } = texts.notFound
  return (
    <section className="notice">
      <PageTitle>{title}</PageTitle>
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <Link to={paths.home()}>{link}</Link>
      </p>
    </section>
  )
}
