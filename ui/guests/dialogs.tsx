import { type ComponentType, lazy, Suspense } from 'react'

export type DialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The dialogs of guests, each loaded with its first opening. */
export const RegisterDialog = loadedWhenOpened(
  async () => (await import('./register-dialog.tsx')).RegisterDialog,
)
export const LogoutDialog = loadedWhenOpened(
  async () => (await import('./logout-dialog.tsx')).LogoutDialog,
)

function loadedWhenOpened(load: () => Promise<ComponentType<DialogProps>>) {
  const Dialog = lazy(async () => ({ default: await load() }))
  return (props: DialogProps) => (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
