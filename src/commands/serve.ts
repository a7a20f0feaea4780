import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { secretVariable } from '../config-secrets.ts'
import { AppError } from '../contract/app-error.ts'
import { upgradeNote } from '../database/upgrade.ts'
import { configProblem } from '../drive/config-problem.ts'
import { say, setLogFormat, warn } from '../log.ts'
import type { Owner } from '../owner/owner.ts'
import { sweepOriginals } from '../photos/sweep.ts'
import type { Sources } from '../sources/sources.ts'
import { volumeWarning } from '../status/volume.ts'
import { unknownVariables } from '../unknown-variables.ts'
import { version } from '../version.ts'
import { openControlSocket } from './control-socket.ts'
import { explained } from './examine-folder.ts'
import { closeFolder, openFolder, renewEpoch } from './open-folder.ts'
import { upgradingResponse } from './upgrading-response.ts'

/** How long running requests can take to end after a signal, in ms. */
const stopGraceMs = 4000
/** The first visitors do not wait for the start's new epoch, in ms. */
const settleMs = 1000
/** How often a changed gallery gets a new epoch, in ms. */
const renewalMs = 600_000
/** How often files that have waited too long for a decision are looked for, in ms. */
const tidyMs = 3_600_000

/** @returns the exit code, after SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<number> {
  setLogFormat(config.log)
  const listening = { port: config.port }
  const address = () => config.publicUrl ?? `http://localhost:${listening.port}`
  // Registered first, so that a signal during startup also shuts down cleanly.
  const stopped = stopSignal()
  let respond: Respond = upgradingResponse
  let server: Bun.Server<unknown> | undefined
  const start = () => {
    server = listen(config, (request, server) => respond(request, server))
    listening.port = server.port ?? config.port
  }
  const upgradeFirst = async (path: string) => {
    start()
    say(`Upgrading the database first; ${address()}/api/health says when it is done.`)
    const { upgradeInThread } = await import('./upgrade-thread.ts')
    const upgrade = await Promise.race([
      upgradeInThread(path),
      stopped.then(() => 'stopped' as const),
    ])
    // The database is then still the old one.
    if (upgrade === 'stopped') process.exit(0)
    if (upgrade) say(upgradeNote(upgrade))
  }
  const folder = await openFolder(config, {
    address,
    upgradeFirst,
    openMetrics: await metricsFor(config),
  }).catch((error: unknown) => {
    void server?.stop(true)
    throw error
  })
  if (!folder) {
    console.error(
      `vitrine: ${config.data} is in use by another running Vitrine; stop that one first.`,
    )
    return 1
  }
  const { owner } = folder
  const prepare = async () => ({
    passwordNote: await takePassword(config, owner),
    leftFolders: await watchFolders(config, folder.sources),
    // Before the first visitor: on a full disk there would be no link, so nobody could set it up.
    secret: await owner.freshSetupSecret({ unlessLive: false }),
  })
  const { passwordNote, leftFolders, secret } = await explained(config.data, prepare).catch(
    (error: unknown) => {
      void server?.stop(true)
      folder.close()
      folder.lock.release()
      throw error
    },
  )

  const printLink = (secret: string | undefined) => {
    if (secret === undefined) return
    say(
      `This gallery has no owner yet. Set it up within 30 minutes at\n  ${address()}/setup#${secret}`,
    )
  }
  const printFreshLink = async () => printLink(await owner.freshSetupSecret({ unlessLive: true }))
  const sayWhy = (error: unknown) => warn(`Could not make a setup link: ${String(error)}`)
  const app = createApp(folder, () => void printFreshLink().catch(sayWhy))
  respond = (request, server) => app.fetch(request, { server })
  if (!server) start()
  const drive = configProblem(config)
  if (drive) warn(drive)
  say(`Vitrine ${version} is serving ${config.data} at ${address()}`)
  const warning = volumeWarning(config.data)
  if (warning) warn(warning)
  for (const unknown of unknownVariables(process.env)) warn(unknown)
  for (const path of leftFolders) warn(leftNote(path))
  if (passwordNote) say(passwordNote)
  printLink(secret)
  const control = openControlSocket(folder)
  if (folder.media.kind === 'folder') void sweepOriginals(folder)
  folder.mail.start()
  folder.runner.start()
  const tidy = () =>
    void folder.waiting.tidy().catch((error: unknown) => {
      warn(`Could not look for files that have waited too long: ${String(error)}`)
    })
  tidy()
  folder.trash.start()
  folder.ruleRuns.start()
  folder.sources.start()
  const timers = [
    setTimeout(() => renewEpoch(folder), settleMs),
    setInterval(() => folder.epoch.renewIfChanged().catch(() => undefined), renewalMs),
    setInterval(tidy, tidyMs),
  ]

  await stopped
  for (const timer of timers) clearTimeout(timer)
  control.stopWork()
  const grace = Bun.sleep(stopGraceMs).then(() => server?.stop(true))
  await Promise.race([
    Promise.all([
      ...[server?.stop(), control.stop(), folder.runner.stop(), folder.sources.stop()],
      ...[folder.mail.stop(), folder.trash.stop()],
    ]),
    grace,
  ])
  await closeFolder(folder)
  process.exit(0)
}

/** @returns folders that are no longer watched. @throws ConfigError if one cannot be watched. */
async function watchFolders({ watch }: Config, sources: Sources): Promise<string[]> {
  return sources.configure(watch).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(`--watch (VITRINE_WATCH): ${error.message}.`)
  })
}

const leftNote = (path: string) =>
  `The folder ${path} is no longer followed automatically, because it was not given with --watch (VITRINE_WATCH) this time; its photos stay. To follow it again, start with --watch for it, or choose on the Sources screen how often it is compared.`

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

type Respond = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>

/** Loaded with a token only: prom-client takes memory and time to start. */
async function metricsFor({ metricsToken }: Config) {
  if (metricsToken === undefined) return undefined
  return (await import('../metrics/metrics.ts')).createMetrics
}

/** @throws Error if the address cannot be used. */
function listen(config: Config, fetch: Respond): Bun.Server<unknown> {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      // The routes check this themselves and answer with a message; Bun's own 413 is empty.
      maxRequestBodySize: Number.POSITIVE_INFINITY,
      idleTimeout: 10,
      // Otherwise Bun shares the port with other programs of this user that allow it.
      reusePort: false,
      development: false,
      fetch,
    })
  } catch (error) {
    throw new Error(
      `cannot listen on ${config.host}:${config.port}: ${listenProblem(error, config.port)}`,
    )
  }
}

function listenProblem(error: unknown, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return 'it is in use. Stop the other program, or choose another port with --port.'
    case 'EACCES':
    case 'EPERM':
      return port < 1024
        ? 'this user may not use ports below 1024. Choose a higher one with --port and put a proxy in front of it.'
        : 'this user may not use it. Choose another with --host or --port.'
    default:
      return 'it is not an address of this machine. Choose another with --host or --port.'
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
