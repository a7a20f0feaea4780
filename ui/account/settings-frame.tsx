import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { settingLabel, settings } from './settings.ts'
import * as styles from './settings-frame.css.ts'
import { texts } from './texts.ts'

/** The account area: the list of its screens, and one of them beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { setting: present = 'profile' } = useParams()
  return (
    <div className={styles.frame}>
      <nav className={styles.list} aria-label={texts.title}>
        {settings.map((setting) => (
          <Link
            key={setting}
            className={styles.entry}
            to={paths.account(setting)}
            aria-current={setting === present ? 'page' : undefined}
          >
            {settingLabel(setting)}
          </Link>
        ))}
      </nav>
      <section className={styles.screen}>{children}</section>
    </div>
  )
}
