import { useAtomValue } from 'jotai'
import { Menu } from 'lucide-react'
import { useRef } from 'react'
import { barTexts } from '../../src/contract/site/navigation.ts'
import { usePhotostreamQuery } from '../catalogue/list/source.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { Link, NavLink } from '../kit/components/Link.tsx'
import { lazyWithRetry } from '../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../kit/components/use-dialog.ts'
import { iconStroke } from '../kit/layout/icons.ts'
import { paths } from '../kit/paths.ts'
import { siteNameAtom } from '../kit/state/viewer.ts'
import { ImportIndicator, UploadIndicator } from './indicators.tsx'
import * as navigation from './navigation.css.ts'
import { useScreens } from './screens.ts'
import { texts } from './texts.ts'
import * as styles from './top-bar.css.ts'

const SideMenu = lazyWithRetry(async () => (await import('./side-menu.tsx')).default, {
  part: 'the menu',
})

/** Sticky, with the icon links on wide screens and a slide-out menu on narrow ones. */
export function TopBar({ isDense }: { isDense: boolean }) {
  const menu = useDialog(SideMenu)
  const menuButton = useRef<HTMLButtonElement>(null)
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  const screens = useScreens()
  // The theme and other parts ask for the bar by its name.
  return (
    <header className={`${isDense ? 'top-bar is-dense' : 'top-bar'} ${styles.bar}`}>
      <Link className={styles.brand} to={paths.home(query)}>
        <span className={styles.logo} aria-hidden="true" />
        <span className={styles.brandName} dir="auto">
          {name}
        </span>
      </Link>
      <div className={styles.end}>
        <UploadIndicator />
        <ImportIndicator />
        <SearchBox place="inBar" />
        <nav className={styles.links} aria-label={barTexts.main}>
          {screens.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              className={styles.link}
              to={to + query}
              isExact={to === '/'}
              title={label}
              aria-label={label}
            >
              <Icon aria-hidden="true" size={20} strokeWidth={iconStroke} />
            </NavLink>
          ))}
        </nav>
        <button
          type="button"
          ref={menuButton}
          className={navigation.menuButton}
          aria-label={texts.menu.open}
          aria-haspopup="dialog"
          aria-expanded={menu.dialogProps.isOpen}
          onPointerDown={() => void SideMenu.load().catch(() => undefined)}
          onClick={menu.open}
        >
          <Menu aria-hidden="true" size={20} strokeWidth={iconStroke} />
        </button>
      </div>
      {menu.isMounted && <SideMenu {...menu.dialogProps} opener={menuButton} />}
    </header>
  )
}
