import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Paging, Step } from '../../catalogue/viewer/paging.ts'
import { texts as viewerTexts } from '../../catalogue/viewer/texts.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type StepsProps = {
  paging: Pick<Paging, 'position' | 'total'>
  isPossible: (by: Step) => boolean
  onStep: (by: Step) => void
}

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.8 } as const

/** A press leaves the focus in the field, so that typing goes on there with the next photo. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The photo's position in its list, and the buttons that save and show its neighbours. */
export function Steps({ paging, isPossible, onStep }: StepsProps) {
  const button = (by: Step) => ({
    type: 'button' as const,
    className: styles.step,
    title: by > 0 ? texts.nextHint : texts.previousHint,
    'aria-keyshortcuts': by > 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp',
    'aria-disabled': !isPossible(by),
    onMouseDown: keepFocus,
    onClick: () => onStep(by),
  })
  return (
    <>
      <p className={styles.position} aria-live="polite">
        {viewerTexts.position(paging.position, paging.total)}
      </p>
      <div className={styles.steps}>
        <button {...button(-1)}>
          <ChevronLeft {...icon} />
          <span className={styles.stepName}>{viewerTexts.previous}</span>
        </button>
        <button {...button(1)}>
          <span className={styles.stepName}>{viewerTexts.next}</span>
          <ChevronRight {...icon} />
        </button>
      </div>
    </>
  )
}
