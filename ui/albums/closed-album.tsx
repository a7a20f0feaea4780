import { Link } from '../components/Link.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { paths } from '../paths.ts'
import { texts } from './texts.ts'

/** An album that is not there, or not open to this viewer: which of both, nobody is told. */
export function ClosedAlbum({ heading }: { heading: string }) {
  const { title, text, link } = texts.closed
  return (
    <section className="notice">
      <PageTitle>{title}</PageTitle>
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <Link to={paths.albums()}>{link}</Link>
      </p>
    </section>
  )
}
