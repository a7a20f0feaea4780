import { describe, test } from 'bun:test'

/** Something that a test requires, with the reason given when it is missing. */
export type Need = { readonly isMet: boolean; readonly otherwise: string }

export const needsLinux: Need = {
  isMet: process.platform === 'linux',
  otherwise: 'this is not Linux',
}

export const needsRoot: Need = {
  isMet: process.platform === 'linux' && process.geteuid?.() === 0,
  otherwise: 'only root can run a program as another user',
}

export const needsPermissions: Need = {
  isMet: process.platform !== 'win32' && process.geteuid?.() !== 0,
  otherwise: 'root may read everything',
}

type Declare = (name: string, body: () => void | Promise<void>, timeoutMs?: number) => void

/**
 * bun's test if every need is met. Otherwise the test is skipped with the reason in its name,
 * because bun's report has no field for it and scripts/test counts skipped tests by reason.
 */
export const testWith = (...needs: readonly Need[]): Declare => {
  const reason = unmet(needs)
  if (reason === undefined) return test
  return (name, body) => test.skip(named(name, reason), body)
}

/** The same for tests that mostly wait: they run beside their neighbours of this kind. */
export const waitingTestWith = (...needs: readonly Need[]): Declare => {
  const reason = unmet(needs)
  if (reason === undefined) return test.concurrent
  return (name, body) => test.skip(named(name, reason), body)
}

export const describeWith = (...needs: readonly Need[]) => {
  const reason = unmet(needs)
  return (name: string, body: () => void): void =>
    reason === undefined ? describe(name, body) : describe.skip(named(name, reason), body)
}

const unmet = (needs: readonly Need[]) => needs.find(({ isMet }) => !isMet)?.otherwise
const named = (name: string, reason: string) => `${name} [skipped: ${reason}]`
