import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'

/** Each is loaded when first opened. */
export const RegisterDialog = lazyWithRetry(
  async () => (await import('./register-dialog.tsx')).RegisterDialog,
  { part: 'the registration' },
)
export const LogoutDialog = lazyWithRetry(
  async () => (await import('./logout-dialog.tsx')).LogoutDialog,
  { part: 'the dialog' },
)
