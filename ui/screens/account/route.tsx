import { useAtomValue } from 'jotai'
import { type FunctionComponent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import {
  type AccountSetting,
  isAccountSetting,
} from '../../../src/contract/site/account-settings.ts'
import { usePendingOffer } from '../../features/versions/pending-offer.tsx'
import * as styles from '../../kit/account/settings-frame.css.ts'
import { heading } from '../../kit/account/styles.css.ts'
import { textLink } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { initialData } from '../../kit/initial-data.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { NotFound } from '../../shell/error-screen.tsx'
import { backupTroubleAtom } from './attention.ts'
import { LocalDrive } from './local-drive/local-drive-screen.tsx'
import { Login } from './login.tsx'
import { Logout } from './logout.tsx'
import { Profile } from './profile.tsx'
import { SettingsList } from './settings-list.tsx'
import { texts } from './texts.ts'

const settingLabel = (setting: AccountSetting): string => texts.settings[setting]

const lazyScreen = (load: () => Promise<FunctionComponent>) =>
  lazyWithRetry(load, { part: 'this page', isInPlace: true })

const pageEditors = () => import('../pages/edit/page-editor.tsx')

/** The screen of each setting; those that are large or seldom needed are loaded when first visited. */
const screens: Record<AccountSetting, FunctionComponent> = {
  profile: Profile,
  drive: lazyScreen(async () => (await import('./drive/drive-screen.tsx')).default),
  sources: lazyScreen(async () => (await import('./sources/sources-screen.tsx')).default),
  local: LocalDrive,
  uxconfig: lazyScreen(async () => (await import('./ux-config/ux-config-screen.tsx')).default),
  places: lazyScreen(async () => (await import('./places/places-screen.tsx')).default),
  sharing: lazyScreen(async () => (await import('./sharing/sharing-screen.tsx')).default),
  rules: lazyScreen(async () => (await import('./rules/rules-screen.tsx')).default),
  resume: lazyScreen(async () => (await pageEditors()).ResumeEditor),
  about: lazyScreen(async () => (await pageEditors()).AboutEditor),
  trash: lazyScreen(async () => (await import('./trash/trash-screen.tsx')).default),
  status: lazyScreen(async () => (await import('./status/status-screen.tsx')).default),
  safety: lazyScreen(async () => (await import('./safety/safety-screen.tsx')).default),
  logout: Logout,
}

/** /account/{setting}, loaded on first visit: the owner's settings, or the login form. */
export function Component() {
  const { setting = 'profile' } = useParams()
  const { isOwner } = useAtomValue(viewerAtom)
  useFocusOnChange(isOwner)
  if (!isAccountSetting(setting)) return <NotFound />
  if (initialData().isClaimed === false) return <Unclaimed />
  if (!isOwner) {
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <Login />
      </>
    )
  }
  const Screen = screens[setting]
  return (
    <SettingsFrame>
      <PageTitle>{settingLabel(setting)}</PageTitle>
      <Suspense fallback={<h1 className={heading}>{settingLabel(setting)}</h1>}>
        <Screen />
      </Suspense>
    </SettingsFrame>
  )
}

/** The server redirects to the setup page, unless the gallery has been set up since. */
function Unclaimed() {
  useEffect(() => location.reload(), [])
  return null
}

/** Signing in or out removes the focused element, so the focus moves to the new content. */
function useFocusOnChange(isOwner: boolean): void {
  const wasOwner = useRef(isOwner)
  useEffect(() => {
    if (wasOwner.current === isOwner) return
    wasOwner.current = isOwner
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [isOwner])
}

function SettingsFrame({ children }: { children: ReactNode }) {
  const { setting: current = 'profile' } = useParams()
  usePendingOffer(current)
  return (
    <div className={styles.frame}>
      <SettingsList current={current} />
      <section className={styles.screen}>
        <BackupTrouble current={current} />
        {children}
      </section>
    </div>
  )
}

/** One line above every screen, but those that say more about it. */
function BackupTrouble({ current }: { current: string }) {
  const trouble = useAtomValue(backupTroubleAtom)
  if (trouble === undefined || current === 'safety' || current === 'status') return null
  return (
    <p className={styles.trouble} role="status">
      {trouble}{' '}
      <Link className={textLink} to={paths.account('safety')}>
        {texts.attention.openSafety}
      </Link>
    </p>
  )
}
