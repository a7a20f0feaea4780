import { Drawer } from '@base-ui/react/drawer'
import { Settings, X } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { barTexts } from '../../src/contract/site/navigation.ts'
import { usePhotostreamQuery } from '../catalogue/list/source.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { innerIconButton } from '../kit/components/icon-button.css.ts'
import { NavLink } from '../kit/components/Link.tsx'
import { useLayer } from '../kit/navigation/layers.ts'
import { paths } from '../kit/paths.ts'
import { media } from '../kit/theme/breakpoints.ts'
import { useScreens } from './screens.ts'
import * as styles from './side-menu.css.ts'
import { texts } from './texts.ts'

type SideMenuProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
}

/** The links of the top bar on narrow screens. */
export default function SideMenu({ isOpen, onOpenChange, opener }: SideMenuProps) {
  const query = usePhotostreamQuery()
  const home = paths.home(query)
  const entries = [
    ...useScreens().map((entry) => ({ ...entry, to: entry.to + query })),
    { to: paths.account(), label: texts.account, Icon: Settings },
  ]

  useLayer(isOpen, () => onOpenChange(false))

  // Wide screens show the links in the bar.
  useEffect(() => {
    const narrow = matchMedia(media.narrow)
    const closeWhenWide = () => {
      if (!narrow.matches) onOpenChange(false)
    }
    narrow.addEventListener('change', closeWhenWide)
    return () => narrow.removeEventListener('change', closeWhenWide)
  }, [onOpenChange])

  return (
    <Drawer.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="right">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.popup} finalFocus={opener}>
            <Drawer.Content className={styles.content}>
              <div className={styles.head}>
                <Drawer.Title className="visually-hidden">{texts.menu.title}</Drawer.Title>
                <Drawer.Close className={innerIconButton} aria-label={texts.menu.close}>
                  <X aria-hidden="true" size={20} strokeWidth={1.6} />
                </Drawer.Close>
              </div>
              <SearchBox place="inMenu" onSearch={() => onOpenChange(false)} />
              <nav className={styles.list} aria-label={barTexts.main}>
                {entries.map(({ to, label, Icon }) => (
                  <NavLink
                    key={to}
                    to={to}
                    isExact={to === home}
                    className={styles.entry}
                    onClick={() => onOpenChange(false)}
                  >
                    <Icon aria-hidden="true" size={20} strokeWidth={1.6} />
                    {label}
                  </NavLink>
                ))}
              </nav>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
