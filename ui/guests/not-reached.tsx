import { useRevalidator } from 'react-router'
import { Button } from '../components/Button.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** In place of what the server did not answer, with another try; the alert says why. */
export function NotReached({ heading, text }: { heading: string; text: string }) {
  const revalidator = useRevalidator()
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.lead}>{text}</p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          isBusy={revalidator.state === 'loading'}
          onClick={() => void revalidator.revalidate()}
        >
          {texts.retry}
        </Button>
      </div>
    </section>
  )
}
