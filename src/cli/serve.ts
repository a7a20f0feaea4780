import { createApp } from '../app.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { secretVariable } from '../core/config/config-secrets.ts'
import { unknownVariables } from '../core/config/unknown-variables.ts'
import { upgradeNote } from '../core/database/upgrade.ts'
import { AppError } from '../core/errors.ts'
import { logInfo, setLogFormat, warn } from '../core/log.ts'
import { hourMs, minuteMs } from '../core/time.ts'
import { version } from '../core/version.ts'
import { sweepOriginals } from '../gallery/photos/sweep.ts'
import { configProblem } from '../imports/drive/config-problem.ts'
import type { Sources } from '../imports/folders/sources.ts'
import type { SafetyRules } from '../operations/safety/safety.ts'
import { volumeWarning } from '../operations/status/volume.ts'
import type { Owner } from '../people/owner/owner.ts'
import { openControlSocket } from './control-socket.ts'
import { explained } from './examine-folder.ts'
import { startIdleChecks } from './idle-check.ts'
import { idleSeconds, listen, type Respond } from './listen.ts'
import { closeFolder, type OpenFolder, openFolder, renewEpoch } from './open-folder.ts'
import { printProblem } from './terminal.ts'
import { upgradingResponse } from './upgrading-response.ts'

/** How long running requests can take to end after a signal, in ms. */
const stopGraceMs = 4000
/** The first visitors do not wait for the start's new epoch, in ms. */
const settleMs = 1000
/** How often a changed gallery gets a new epoch, in ms. */
const renewalMs = 10 * minuteMs
/** How often files that have waited too long for a decision are looked for, in ms. */
const tidyMs = hourMs

/** Ends with the process: after SIGTERM or SIGINT, or with one line if it cannot start. */
export async function serve(config: Config): Promise<number> {
  const signal = stopSignal()
  setLogFormat(config.log)
  try {
    const running = await start(config)
    signal.endStart()
    await signal.stopped
    await running.stop()
    process.exit(0)
  } catch (error) {
    printProblem(error instanceof Error ? error.message : String(error))
    // Whatever has been opened already would keep the process alive.
    process.exit(error instanceof ConfigError ? 2 : 1)
  }
}

/** Everything that can fail comes before the first visitor. */
async function start(config: Config) {
  const domain = await domainFor(config)
  const door = openDoor(config, domain)
  const { address } = door
  const gallery = await openFolder(config, {
    address,
    upgradeFirst: (path) => upgradeFirst(path, door),
    openMetrics: await metricsFor(config),
    certificateFault: domain?.certificates.fault,
  })
  if (!gallery) {
    throw new Error(`${config.data} is in use by another running Vitrine; stop that one first.`)
  }
  const { owner } = gallery
  const { passwordNote, leftFolders, secret, control } = await explained(config.data, () =>
    prepare(config, gallery),
  )

  const printLink = (secret: string | undefined) => {
    if (secret === undefined) return
    const links = [address(), door.localAddress() ?? []].flat()
    logInfo(
      `This gallery has no owner yet. Set it up within 30 minutes at\n${links.map((each) => `  ${each}/setup#${secret}`).join('\n')}`,
    )
  }
  const printFreshLink = async () => printLink(await owner.freshSetupSecret({ unlessLive: true }))
  const logFailure = (error: unknown) => warn(`Could not make a setup link: ${String(error)}`)
  const app = createApp(gallery, () => void printFreshLink().catch(logFailure))
  const server = door.open((request, server) => app.fetch(request, { server }))
  sayHello(config, door, [
    ...leftFolders.map(leftNote),
    ...gallery.safety.heldFolders().map(heldNote),
  ])
  domain?.certificates.start()
  if (passwordNote) logInfo(passwordNote)
  printLink(secret)
  const stopWork = startWork(gallery)
  return { stop: () => stop({ gallery, server, control, stopWork }) }
}

async function prepare(config: Config, gallery: OpenFolder) {
  const { owner, safety, sources } = gallery
  await takeBackupFolders(safety)
  return {
    passwordNote: await takePassword(config, owner),
    leftFolders: await watchFolders(config, sources),
    // Before the first visitor: on a full disk there would be no link, so nobody could set it up.
    secret: await owner.freshSetupSecret({ unlessLive: false }),
    control: openControlSocket(gallery),
  }
}

/** The server's address, which answers only once `open` is called with what answers. */
function openDoor(config: Config, domain: Awaited<ReturnType<typeof domainFor>>) {
  const listening = { port: config.port }
  let respond: Respond = upgradingResponse
  let server: Pick<Bun.Server<unknown>, 'stop'> | undefined
  const answer: Respond = (request, connection) => respond(request, connection)
  const open = () => {
    const plain = listen(config, answer)
    listening.port = plain.port ?? config.port
    const secure = domain?.serve(answer)
    if (!secure) return plain
    logInfo(`Listening on port ${secure.ports.https} for https and ${secure.ports.http} for http`)
    return {
      stop: async (isForced = false) => {
        await Promise.all([plain.stop(isForced), secure.stop(isForced)])
      },
    }
  }
  return {
    address: () => config.publicUrl ?? `http://localhost:${listening.port}`,
    /** With a domain: where its owner can sign in on this machine, see src/http/local-address.ts. */
    localAddress: () =>
      domain && isOnLoopback(config.host) ? `http://localhost:${listening.port}` : undefined,
    open: (next: Respond = upgradingResponse) => {
      respond = next
      server ??= open()
      return server
    },
  }
}

type Door = ReturnType<typeof openDoor>

/** Whether a program that listens on this host can be reached at localhost. */
const isOnLoopback = (host: string): boolean =>
  /^(127\.0\.0\.1|::1|localhost|0\.0\.0\.0|::)$/.test(host)

/** Visitors are told what is happening meanwhile. */
async function upgradeFirst(path: string, door: Door): Promise<void> {
  door.open()
  logInfo(`Upgrading the database first; ${door.address()}/api/health says when it is done.`)
  const { upgradeInThread } = await import('./upgrade-thread.ts')
  const upgrade = await upgradeInThread(path)
  if (upgrade) logInfo(upgradeNote(upgrade))
}

function sayHello(config: Config, { address, localAddress }: Door, notes: readonly string[]): void {
  const drive = configProblem(config)
  if (drive) warn(drive)
  logInfo(`Vitrine ${version} is serving ${config.data} at ${address()}`)
  const local = localAddress()
  if (local) logInfo(`On this machine you can sign in at ${local}, too, even without a certificate`)
  const warning = config.volumeWarning ? volumeWarning(config.data) : undefined
  if (warning) warn(warning)
  for (const unknown of unknownVariables(process.env)) warn(unknown)
  for (const note of notes) warn(note)
}

/** Starts what runs in the background. @returns what ends it. */
function startWork(gallery: OpenFolder) {
  if (gallery.media.kind === 'folder') void sweepOriginals(gallery)
  gallery.mail.start()
  gallery.runner.start()
  const tidy = () =>
    void gallery.pendingFiles.expire().catch((error: unknown) => {
      warn(`Could not look for files that have waited too long: ${String(error)}`)
    })
  tidy()
  gallery.trash.start()
  gallery.rules.runs.start()
  void gallery.photos.prepareSearch()
  gallery.sources.start()
  gallery.safety.start()
  gallery.notices.start()
  gallery.diskPace.start()
  const endChecks = startIdleChecks(gallery)
  const fillReserve = () => gallery.reserve.fill(() => gallery.media.hasSpace('photos'))
  void fillReserve()
  const timers = [
    setTimeout(() => renewEpoch(gallery), settleMs),
    setInterval(() => gallery.epoch.renewIfChanged().catch(() => undefined), renewalMs),
    setInterval(tidy, tidyMs),
    setInterval(fillReserve, renewalMs),
  ]
  return () => {
    for (const timer of timers) clearTimeout(timer)
    endChecks()
    const { runner, sources, mail, trash, safety, originals, notices, diskPace } = gallery
    const parts = [runner, sources, mail, trash, safety, originals, notices, diskPace]
    return parts.map((part) => part.stop())
  }
}

async function stop({
  gallery,
  server,
  control,
  stopWork,
}: {
  gallery: OpenFolder
  server: Pick<Bun.Server<unknown>, 'stop'>
  control: ReturnType<typeof openControlSocket>
  stopWork: ReturnType<typeof startWork>
}): Promise<void> {
  control.stopWork()
  const grace = Bun.sleep(stopGraceMs).then(() => server.stop(true))
  await Promise.race([Promise.all([server.stop(), control.stop(), ...stopWork()]), grace])
  await closeFolder(gallery)
}

/** @returns folders that are no longer watched. @throws ConfigError if one cannot be watched. */
async function watchFolders({ watch }: Config, sources: Sources): Promise<string[]> {
  return sources.configure(watch).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(`--watch (VITRINE_WATCH): ${error.message}.`)
  })
}

/** @throws ConfigError if the gallery cannot be backed up into one of them. */
async function takeBackupFolders(safety: SafetyRules): Promise<void> {
  try {
    await safety.configure()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(`--backup (VITRINE_BACKUP): ${error.message}.`)
  }
}

const leftNote = (path: string) =>
  `The folder ${path} is no longer followed automatically, because it was not given with --watch (VITRINE_WATCH) this time; its photos are kept. To follow it again, start with --watch for it, or choose on the Sources screen how often it is compared.`

const heldNote = (path: string) =>
  `Nothing has been backed up into ${path} since this gallery was restored, because the first gallery may still use it. To continue there, press "Back up here again" in Account → Safety.`

/** @returns what to say if the password was changed. @throws ConfigError if it is too weak. */
async function takePassword({ password }: Config, owner: Owner): Promise<string | undefined> {
  if (!password || (await owner.hasPassword(password))) return undefined
  const variable = secretVariable('VITRINE_PASSWORD', process.env)
  const isChange = owner.isClaimed()
  try {
    await owner.setPassword(password)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(`The password in ${variable} was rejected: ${error.message}.`)
  }
  return isChange
    ? `The password was set again from ${variable}, and the owner is signed out in every browser.`
    : `The owner's password was set from ${variable}.`
}

/** Loaded with a domain only. @throws ConfigError if the file of --acme-root cannot be used. */
async function domainFor(config: Config) {
  if (config.domain.length === 0) return undefined
  if (config.acmeRoot !== undefined) {
    const { readRoot } = await import('../operations/certificates/root-file.ts')
    const root = await readRoot(config.acmeRoot)
    if ('fault' in root) throw new ConfigError(`${root.fault.reason} ${root.fault.advice}`)
  }
  const { openDomain } = await import('../operations/certificates/serve-domain.ts')
  return openDomain(config, idleSeconds)
}

/** Loaded with a token only: prom-client takes memory and time to start. */
async function metricsFor({ metricsToken }: Config) {
  if (metricsToken === undefined) return undefined
  return (await import('../operations/metrics/metrics.ts')).createMetrics
}

/**
 * Waits for SIGTERM or SIGINT. While the server starts, a signal ends the process at once: every
 * moment of a start can be interrupted, and it must not go on because one of its steps takes long.
 * A second signal always ends it.
 */
function stopSignal() {
  const stopped = Promise.withResolvers<void>()
  let isStarting = true
  const onSignal = () => {
    if (isStarting) process.exit(0)
    stopped.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, onSignal)
  return {
    stopped: stopped.promise,
    endStart: () => {
      isStarting = false
    },
  }
}
