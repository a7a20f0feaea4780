import { useAtomValue } from 'jotai'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { paths } from '../paths.ts'
import { SearchBox } from '../photos/search/search-box.tsx'
import { usePhotostreamQuery } from '../state/photostream-query.ts'
import { siteNameAtom } from '../state/viewer.ts'
import { ImportIndicator } from './import-indicator.tsx'
import * as styles from './navigation.css.ts'
import { useScreens } from './navigation.ts'
import { texts } from './texts.ts'
import { UploadIndicator } from './upload-indicator.tsx'

const loadSideMenu = () => import('./side-menu.tsx')
const SideMenu = lazy(loadSideMenu)

/** Sticky, with the icon links on wide screens and a slide-out menu on narrow ones. */
export function TopBar({ isDense }: { isDense: boolean }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isMenuWanted, setMenuWanted] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  const screens = useScreens()
  return (
    <header className={isDense ? 'top-bar is-dense' : 'top-bar'}>
      <Link className="brand" to={paths.home(query)}>
        <span className="logo" aria-hidden="true" />
        {name}
      </Link>
      <div className={styles.end}>
        <UploadIndicator />
        <ImportIndicator />
        <SearchBox place="inBar" />
        <nav className={styles.wide} aria-label={texts.navigation.name}>
          {screens.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to + query}
              end={to === '/'}
              className={styles.icon}
              title={label}
            >
              <Icon aria-label={label} size={20} strokeWidth={1.6} />
            </NavLink>
          ))}
        </nav>
        <button
          type="button"
          ref={menuButton}
          className={styles.narrow}
          aria-label={texts.menu.open}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onPointerDown={() => void loadSideMenu()}
          onClick={() => {
            setMenuWanted(true)
            setMenuOpen(true)
          }}
        >
          <Menu aria-hidden="true" size={20} strokeWidth={1.6} />
        </button>
      </div>
      {isMenuWanted && (
        <Suspense fallback={null}>
          <SideMenu isOpen={isMenuOpen} onOpenChange={setMenuOpen} opener={menuButton} />
        </Suspense>
      )}
    </header>
  )
}
