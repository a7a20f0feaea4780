import * as styles from './settings-card.css.ts'

type CardFactsProps = {
  /** Terms with their values; those without a value are left out. */
  facts: readonly (readonly [term: string, value: string | null])[]
}

/** What is known about the thing that a card shows. */
export function CardFacts({ facts }: CardFactsProps) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([term, value]) => (
          <div key={term} className={styles.fact}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
