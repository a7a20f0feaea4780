import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import * as styles from './Tool.css.ts'

/** An icon button or link; `label` is its accessible name and its tooltip. */
export function Tool({ label, children }: { label: string; children: ReactElement & ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger aria-label={label} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.place} sideOffset={6} side="top">
          <Tooltip.Popup className={styles.popup}>{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
