import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { innerIconButton } from '../../../kit/components/icon-button.css.ts'
import { useLayer } from '../../../kit/navigation/layers.ts'
import { PanelContent, type PanelProps } from './panel-content.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** The button that opens the panel; another screen's, once the first filter has changed it. */
export const filterButton = () =>
  document.querySelector<HTMLElement>('[data-filter-button]') ?? undefined

/** Over the lower part of the grid, or of a dialog with photos; a swipe down closes it. */
export function Sheet({ list, apply, isOpen, onClose, opener }: PanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayer(isOpen, onClose)
  return (
    <Drawer.Root open={isOpen} onOpenChange={(open) => !open && onClose()} swipeDirection="down">
      <Drawer.Portal>
        {/* By default, Base UI omits the backdrop in a dialog. */}
        <Drawer.Backdrop
          className={opener ? styles.innerBackdrop : styles.backdrop}
          forceRender={opener !== undefined}
        />
        <Drawer.Viewport className={opener ? styles.innerViewport : styles.viewport}>
          <Drawer.Popup
            ref={popup}
            className={styles.sheet}
            initialFocus={popup}
            finalFocus={() => (opener ? opener.current : filterButton()) ?? true}
          >
            <div className={styles.handle} aria-hidden="true" />
            <PanelContent
              list={list}
              apply={apply}
              {...(opener && { opener })}
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
