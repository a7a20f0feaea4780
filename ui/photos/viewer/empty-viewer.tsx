import { Link } from '../../components/Link.tsx'
import { paths } from '../../paths.ts'
import { texts } from './texts.ts'

/** A list without photos: why, and for the owner what to do. */
export function EmptyViewer({ model, isOwner }: { model: string | undefined; isOwner: boolean }) {
  const forViewer = isOwner ? texts.emptyForOwner : texts.emptyForVisitor
  return (
    <section className="notice">
      <h1>{texts.empty}</h1>
      <p>{model ? texts.emptyFilter(model) : forViewer}</p>
      {isOwner && !model && (
        <p>
          <Link to={paths.account('local')}>{texts.upload}</Link>
        </p>
      )}
    </section>
  )
}
