import { Menu } from '@base-ui/react/menu'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useLayer } from '../navigation/layers.ts'
import * as styles from './Menu.css.ts'

export type Action = {
  readonly label: string
  readonly icon?: ReactNode
} & (
  | { readonly run: () => unknown; readonly href?: undefined }
  /** A file to download. */
  | { readonly href: string }
)

type ActionMenuProps = {
  label: string
  /** What the button shows. */
  children: ReactNode
  className: string
  /** Stays focusable, but does not open. */
  isDisabled?: boolean
  items: readonly (Action | false | undefined)[]
}

/** A button that opens a list of actions. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, children, className, isDisabled = false, items } = props
  const container = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  if (isDisabled) {
    return (
      <button type="button" className={className} aria-label={label} aria-disabled="true">
        {children}
      </button>
    )
  }
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger className={className} aria-label={label} title={label}>
          {children}
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
                    <Menu.Item key={item.label} className={styles.item} {...actionOf(item)}>
                      {item.icon}
                      {item.label}
                    </Menu.Item>
                  ),
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <div className={styles.container} ref={container} />
    </>
  )
}

function actionOf(item: Action): Partial<ComponentProps<typeof Menu.Item>> {
  if (item.href === undefined) return { onClick: () => void item.run() }
  // biome-ignore lint/a11y/useAnchorContent: the item has the label
  return { render: <a href={item.href} download /> }
}
