import { late } from '../components/late.tsx'

export type DialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Each is loaded when first opened. */
export const RegisterDialog = late(
  async () => (await import('./register-dialog.tsx')).RegisterDialog,
)
export const LogoutDialog = late(async () => (await import('./logout-dialog.tsx')).LogoutDialog)
