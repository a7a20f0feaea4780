import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import { logInfo, warn } from '../../core/log.ts'
import { hourMs } from '../../core/time.ts'
import type { Library } from '../../storage/library.ts'
import {
  type Certificate,
  createCertificateFiles,
  type Fault,
  type Progress,
  parseCertificate,
} from './certificate-files.ts'
import { clockFault, OrderError } from './explain-failure.ts'
import { orderCertificate } from './order-certificate.ts'
import { createProofs, type Proofs } from './proofs.ts'
import { afterSuccess, dueAt, tryAgainAt } from './schedule.ts'

export type Certificates = ReturnType<typeof createCertificates>

/** The clock may be set, and the machine may sleep: when to look again at the latest. */
const longestSleepMs = hourMs
const shortestSleepMs = 1000

type Parts = {
  readonly config: Pick<Config, 'domain' | 'acme' | 'acmeRoot'>
  readonly library: Pick<Library, 'certificates' | 'writeDurably'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * The gallery's certificate: ordered when there is none, and renewed in time. The present one is
 * served meanwhile, whatever happens.
 */
export function createCertificates({ config, library, clock }: Parts) {
  const { domain: domains } = config
  const files = createCertificateFiles(library)
  const listeners: ((certificate: Certificate) => void)[] = []
  const proofs = createProofs()
  const state: State = {
    certificate: files.readCertificate(),
    progress: usable(files.readProgress(), config),
    clockTrouble: undefined,
  }
  const due = () => dueAt(state.certificate, state.progress, clock.now())
  const attempt = createAttempt({ config, clock, files, proofs, state })
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = async (): Promise<void> => {
    if (running === undefined && due() <= clock.now()) {
      running = attempt((received) => {
        for (const listener of listeners) listener(received)
      }).finally(() => {
        running = undefined
      })
    }
    await running
  }
  const wake = async () => {
    await check()
    if (timer === undefined) return
    const ms = Math.min(Math.max(due() - clock.now(), shortestSleepMs), longestSleepMs)
    timer = setTimeout(wake, ms)
  }

  return {
    /** The one to serve. */
    current: () => servable(state, domains),
    onChange: (listener: (certificate: Certificate) => void) => void listeners.push(listener),
    proofs,
    /** Orders a certificate if one is due, and waits for it. Never rejects. */
    check,
    start: () => {
      timer = setTimeout(wake, 0)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
    /** What the owner should know. */
    fault: () =>
      faultOf(state.progress, servable(state, domains), clock.now()) ?? state.clockTrouble,
  }
}

type State = {
  certificate: Certificate | undefined
  progress: Progress | undefined
  /** Found out with the last order. */
  clockTrouble: Fault | undefined
}

/**
 * One order. It is written down before it begins, so that a server that is restarted again and again
 * does not ask the authority each time.
 */
function createAttempt({
  config: { domain: domains, acme: directory, acmeRoot: rootFile },
  clock,
  files,
  proofs,
  state,
}: Omit<Parts, 'library'> & {
  files: ReturnType<typeof createCertificateFiles>
  proofs: Proofs
  state: State
}) {
  const keep = async (progress: Omit<Progress, 'domains' | 'directory'>) => {
    state.progress = { domains, directory, ...progress }
    await files.writeProgress(state.progress)
  }

  const run = async (): Promise<Certificate> => {
    const pem = await orderCertificate({
      directory,
      rootFile,
      domains,
      accountKey: files.readAccountKey(),
      keepAccountKey: files.writeAccountKey,
      proofs,
      prefersTls: state.progress?.prefersTls === true,
      now: clock.now,
      noteTime: (time) => {
        state.clockTrouble = clockFault(clock.now(), time)
      },
    })
    const received = parseCertificate(`${pem.key.trim()}\n${pem.cert}`)
    await files.writeCertificate(pem)
    state.certificate = received
    const { prefersTls } = state.progress ?? {}
    await keep({ ...afterSuccess(received, clock.now(), Math.random()), prefersTls })
    return received
  }

  return async (announce: (received: Certificate) => void): Promise<void> => {
    const names = domains.join(', ')
    const failures = (state.progress?.failures ?? 0) + 1
    const triedAt = clock.now()
    const { renewal, fault: former, prefersTls = false } = state.progress ?? {}
    const begun = { failures, triedAt, renewal, prefersTls }
    const nextTryAt = tryAgainAt(triedAt, failures)
    state.clockTrouble = undefined
    try {
      await keep({ ...begun, nextTryAt, fault: former })
      const received = await run()
      announce(received)
      logInfo(`Got a certificate for ${names}, valid until ${dateOf(received.validUntil)}.`)
    } catch (error) {
      const { fault, retryAfterMs, isUnproved } = explained(error)
      const next = Math.max(nextTryAt, clock.now() + retryAfterMs)
      // Where one way is closed, the next attempt takes the other.
      const way = { prefersTls: prefersTls !== isUnproved }
      await keep({ ...begun, ...way, nextTryAt: next, fault }).catch(() => undefined)
      const again = `The next try is at ${new Date(next).toISOString().slice(0, 16)}Z.`
      warn(`Could not get a certificate for ${names}. ${fault.reason} ${fault.advice} ${again}`)
    }
    warnOf(state.clockTrouble)
  }
}

function warnOf(fault: Fault | undefined): void {
  if (fault) warn(`${fault.reason} ${fault.advice}`)
}

/** What was written for other domains or another authority says nothing about these. */
function usable(
  progress: Progress | undefined,
  { domain, acme }: Parts['config'],
): Progress | undefined {
  const isSame = progress?.directory === acme && progress.domains?.join(' ') === domain.join(' ')
  return isSame ? progress : undefined
}

function explained(error: unknown): Pick<OrderError, 'fault' | 'retryAfterMs' | 'isUnproved'> {
  if (error instanceof OrderError) return error
  const message = error instanceof Error ? error.message : String(error)
  const advice = 'The data folder must be writable, and its disk must have space.'
  const reason = `${message.replace(/\.$/, '')}.`
  return new OrderError({ reason, advice })
}

/** Even one that has expired or lacks a name is better than none. */
const servable = ({ certificate }: State, domains: readonly string[]) =>
  certificate?.domains.includes(domains[0]!) ? certificate : undefined

function faultOf(
  progress: Progress | undefined,
  certificate: Certificate | undefined,
  now: number,
): Fault | undefined {
  const fault = progress?.fault
  if (fault === undefined) return undefined
  if (certificate === undefined) {
    return { ...fault, reason: `There is no certificate, so https does not work. ${fault.reason}` }
  }
  const until = dateOf(certificate.validUntil)
  const state =
    certificate.validUntil > now
      ? `The certificate is valid until ${until}, and could not be renewed.`
      : `The certificate expired on ${until}, so browsers warn visitors.`
  return { ...fault, reason: `${state} ${fault.reason}` }
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
