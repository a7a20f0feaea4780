import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useRef } from 'react'
import * as styles from './selection.css.ts'

type Action = { readonly label: string; readonly run: () => unknown }

type ActionMenuProps = {
  label: string
  icon: ReactNode
  /** Stays focusable, but does not open. */
  isDisabled: boolean
  items: readonly (Action | false | undefined)[]
}

/** A button of the bar that opens a list of actions. */
export function ActionMenu({ label, icon, isDisabled, items }: ActionMenuProps) {
  const container = useRef<HTMLDivElement>(null)
  const content = (
    <>
      {icon}
      <span className={styles.actionText}>{label}</span>
    </>
  )
  if (isDisabled) {
    return (
      <button type="button" className={styles.action} aria-label={label} aria-disabled="true">
        {content}
      </button>
    )
  }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={styles.action} aria-label={label} title={label}>
          {content}
        </Menu.Trigger>
        <Menu.Portal container={container}>
          <Menu.Positioner
            className={styles.positioner}
            positionMethod="fixed"
            sideOffset={4}
            align="end"
          >
            <Menu.Popup className={styles.menu}>
              {items.map(
                (item) =>
                  item && (
                    <Menu.Item
                      key={item.label}
                      className={styles.item}
                      onClick={() => void item.run()}
                    >
                      {item.label}
                    </Menu.Item>
                  ),
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <div className={styles.menuContainer} ref={container} />
    </>
  )
}
