import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { paths } from '../paths.ts'
import type { ShellData } from '../shell-data.ts'
import { Account } from './account.tsx'
import { SetupScreen } from './setup.tsx'
import { takeSetupSecret } from './setup-secret.ts'

/** Draws the screen of `path` into the page's content. */
export function mount(content: HTMLElement, path: string, shell: ShellData): void {
  const screen =
    path === paths.setup() ? (
      <SetupScreen isClaimed={shell.isClaimed === true} firstSecret={takeSetupSecret()} />
    ) : (
      <Account isOwner={shell.viewer.isOwner} name={shell.user.name} />
    )
  createRoot(content).render(<StrictMode>{screen}</StrictMode>)
}
