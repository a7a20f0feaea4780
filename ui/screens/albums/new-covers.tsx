import { type RefObject, useState } from 'react'
import { useRevalidator } from 'react-router'
import { texts } from '../../features/albums/texts.ts'
import { api, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
import * as styles from './new-covers.css.ts'

type NewCoversProps = {
  /** How many albums got a cover at an upgrade. */
  count: number
  /** Gets the focus once this notice is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

const words = texts.newCovers

/** Tells the owner, until it is confirmed, that an upgrade gave albums their covers. */
export function NewCovers({ count, heading }: NewCoversProps) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, problem, run } = useAction({ within: words.failed, isLogged: true })
  const { revalidate } = useRevalidator()
  const settle = (areKept: boolean) =>
    run(async () => {
      await unwrap(api.albums.covers.settle.$put({ json: { areKept } }))
      await revalidate()
      setAsking(false)
      heading.current?.focus()
    })

  return (
    <div className={styles.notice}>
      <p className={styles.text}>{words.text(count)}</p>
      <div className={styles.buttons}>
        <Button isBusy={isBusy} onClick={() => void settle(true)}>
          {words.keep}
        </Button>
        <Button isDisabled={isBusy} onClick={() => setAsking(true)}>
          {words.remove}
        </Button>
      </div>
      {problem && <p role="alert">{problem}</p>}
      <ConfirmDialog
        {...words.removal}
        isOpen={isAsking}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void settle(false)}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
