import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { late } from '../components/late.tsx'
import { NotFound } from '../layout/error-screen.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { viewerAtom } from '../state/viewer.ts'
import { heading } from './account.css.ts'
import { LocalDrive } from './local-drive.tsx'
import { Login } from './login.tsx'
import { Logout } from './logout.tsx'
import { Profile } from './profile.tsx'
import { isSetting, settingLabel } from './settings.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { texts } from './texts.ts'

const GoogleDrive = late(async () => (await import('../drive/google-drive.tsx')).default)
const UxConfigScreen = late(async () => (await import('./ux-config.tsx')).default)
const screens = {
  profile: Profile,
  drive: GoogleDrive,
  local: LocalDrive,
  uxconfig: UxConfigScreen,
  logout: Logout,
}

/** /account/{setting}, loaded with its first visit: the owner's settings, or the way in. */
export function Component() {
  const { setting = 'profile' } = useParams()
  const { isOwner } = useAtomValue(viewerAtom)
  useFocusOnChange(isOwner)
  if (!isSetting(setting)) return <NotFound />
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

/** Signing in or out takes away what had the focus: the keyboard goes on in what came instead. */
function useFocusOnChange(isOwner: boolean): void {
  const wasOwner = useRef(isOwner)
  useEffect(() => {
    if (wasOwner.current === isOwner) return
    wasOwner.current = isOwner
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [isOwner])
}
