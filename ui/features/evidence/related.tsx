import type { FacetValue } from '../../../src/contract/search/facets.ts'
import { grouped } from '../../../src/contract/text/counts.ts'
import { faintLink } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import * as styles from './styles.css.ts'

type RelatedProps = {
  label: string
  values: readonly FacetValue[]
  pathOf: (value: string) => string
}

/** Links to related overviews in one paragraph, each with its number of photos. */
export function Related({ label, values, pathOf }: RelatedProps) {
  if (values.length === 0) return null
  return (
    <dl className={styles.related}>
      <dt className={styles.relatedLabel}>{label}</dt>
      {values.map(({ value, label: name, count }) => (
        <dd key={value}>
          <Link className={faintLink} to={pathOf(value)} dir="auto">
            {name}
          </Link>{' '}
          <span className={styles.relatedCount}>{grouped(count)}</span>
        </dd>
      ))}
    </dl>
  )
}
