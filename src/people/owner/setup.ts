import { timingSafeEqual } from 'node:crypto'
import { defaultSiteName } from '../../contract/people/names.ts'
import type { Setup } from '../../contract/people/owner.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import { AppError } from '../../core/errors.ts'
import { minuteMs } from '../../core/time.ts'
import type { Client, PasswordQueue } from './password-queue.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import type { OwnerStore } from './store.ts'

const setupSecretMs = 30 * minuteMs

/** How a new gallery gets its owner: with the secret of the setup link. */
export function createSetup({
  store,
  owner,
  inQueue,
  clock,
}: {
  store: Store
  owner: OwnerStore
  inQueue: PasswordQueue
  clock: Clock
}) {
  let hasPassword = false
  /** Once set up, a site stays set up, so the row need not be read again. */
  const isClaimed = (): boolean => {
    hasPassword ||= owner.get().password_hash !== null
    return hasPassword
  }
  const isLiveSecret = (secret: string): boolean => {
    const { setup_secret_hash: hash, setup_expires_at: expiresAt } = owner.get()
    return (
      hash !== null &&
      expiresAt !== null &&
      expiresAt > clock.now() &&
      timingSafeEqual(hash, hashToken(secret))
    )
  }
  const requireLiveSecret = (secret: string): void => {
    if (!isClaimed() && isLiveSecret(secret)) return
    throw new AppError(
      403,
      'this setup link is no longer valid; open the site to print a new one in the console',
    )
  }

  return {
    isClaimed,
    /**
     * A new secret for the setup link, which invalidates the previous one; undefined if the site is
     * set up, or if `unlessLive` and the previous one is still valid.
     */
    freshSetupSecret: async ({ unlessLive }: { unlessLive: boolean }) => {
      const { setup_expires_at: expiresAt } = owner.get()
      const isLive = expiresAt !== null && expiresAt > clock.now()
      if (isClaimed() || (unlessLive && isLive)) return undefined
      const secret = newToken()
      await store.note(() => owner.setSetupSecret(hashToken(secret), clock.now() + setupSecretMs))
      return secret
    },
    /** @throws AppError 403 for a wrong, used or expired secret, 400 for a weak password. */
    claim: async ({ secret, password, name, bio }: Setup, client: Client): Promise<void> => {
      requireLiveSecret(secret)
      await refuseWeakPassword(password, [name, defaultSiteName])
      const hash = await inQueue(client, () => hashPassword(password))
      await store.write(() => {
        requireLiveSecret(secret)
        owner.setPassword(hash)
        owner.setProfile({ name, bio, pic: '', picPhoto: null })
      })
    },
  }
}
