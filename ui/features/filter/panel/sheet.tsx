import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { innerIconButton } from '../../../kit/components/icon-button.css.ts'
import { PanelContent, type PanelProps } from './panel-content.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** The button that opens the panel; another screen's, once the first filter has changed it. */
export const filterButton = () =>
  document.querySelector<HTMLElement>('[data-filter-button]') ?? undefined

/** Over the lower part of the grid; a swipe down closes it. */
export function Sheet({ list, apply, isOpen, onClose }: PanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Drawer.Root open={isOpen} onOpenChange={(open) => !open && onClose()} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup
            ref={popup}
            className={styles.sheet}
            initialFocus={popup}
            finalFocus={() => filterButton() ?? true}
          >
            <div className={styles.handle} aria-hidden="true" />
            <PanelContent
              list={list}
              apply={apply}
              title={<Drawer.Title className={styles.title}>{texts.title}</Drawer.Title>}
              closeButton={
                <Drawer.Close className={innerIconButton} aria-label={texts.close}>
                  <X aria-hidden="true" size={20} strokeWidth={1.6} />
                </Drawer.Close>
              }
              onShow={onClose}
            />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
