import { initialData } from '../initial-data.ts'
import { SetupScreen } from './setup.tsx'
import { takeSetupSecret } from './setup-secret.ts'

/** /setup, loaded with its first visit. */
export function Component() {
  return (
    <SetupScreen isClaimed={initialData().isClaimed === true} firstSecret={takeSetupSecret()} />
  )
}
