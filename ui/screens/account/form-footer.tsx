import * as styles from '../../kit/account/styles.css.ts'
import { Button } from '../../kit/components/Button.tsx'

type FormFooterProps = {
  submit: string
  isBusy: boolean
  /** Said once the form has been saved. */
  saved: string | false
  /** What is wrong with the form as a whole. */
  problem: string | undefined
}

/** Saves a form, and says whether that worked. */
export function FormFooter({ submit, isBusy, saved, problem }: FormFooterProps) {
  return (
    <>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {submit}
        </Button>
        <p className={styles.saved} role="status">
          {saved}
        </p>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
