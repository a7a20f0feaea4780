import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import { AppError } from '../../core/errors.ts'
import { dayMs } from '../../core/time.ts'
import { ownerStore } from './store.ts'

export const ownerSessionMs = 30 * dayMs

export type Sessions = ReturnType<typeof createSessions>

/**
 * The browser has a 256-bit token, the database only its hash. While the database cannot be written
 * (the disk is full or read-only), sessions begin and end in memory: the owner has to be able to do
 * something about it.
 */
export function createSessions({ store, clock }: { store: Store; clock: Clock }) {
  const owner = ownerStore(store)
  /** By token; `passwordHash` is that of the password that was given. */
  const begun = new Map<string, { expiresAt: number; passwordHash: string | null }>()
  const ended = new Set<string>()

  const isInMemory = (token: string): boolean => {
    const session = begun.get(token)
    if (!session) return false
    return session.expiresAt > clock.now() && session.passwordHash === owner.get().password_hash
  }
  /** @returns whether the database was written. */
  const written = async (work: () => void): Promise<boolean> => {
    try {
      await store.note(work, 'reserve')
      return true
    } catch (error) {
      if (!isUnwritable(error)) throw error
      return false
    }
  }

  return {
    start: async (): Promise<string> => {
      const token = newToken()
      const expiresAt = clock.now() + ownerSessionMs
      const isWritten = await written(() => {
        owner.removeExpiredSessions(clock.now())
        owner.addSession(hashToken(token), 'owner', expiresAt)
      })
      if (!isWritten) begun.set(token, { expiresAt, passwordHash: owner.get().password_hash })
      return token
    },
    isOwner: (token: string): boolean =>
      isInMemory(token) ||
      (!ended.has(token) && owner.hasSession(hashToken(token), 'owner', clock.now())),
    end: async (token: string): Promise<void> => {
      begun.delete(token)
      if (!(await written(() => void owner.removeSession(hashToken(token))))) ended.add(token)
    },
  }
}

const isUnwritable = (error: unknown): boolean =>
  (error instanceof AppError && (error.code === 507 || error.code === 503)) ||
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(String((error as { code?: unknown }).code))
