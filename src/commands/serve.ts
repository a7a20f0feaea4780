import { createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { AppError } from '../contract/app-error.ts'
import { upgradeNote } from '../database/upgrade.ts'
import { configProblem } from '../drive/config-problem.ts'
import { say, setLogFormat, warn } from '../log.ts'
import { sweepOriginals } from '../photos/sweep.ts'
import { volumeWarning } from '../status/volume.ts'
import { version } from '../version.ts'
import { openControlSocket } from './control-socket.ts'
import { closeFolder, openFolder, renewEpoch } from './open-folder.ts'
import { upgradingResponse } from './upgrading-response.ts'

/** How long running requests can take to end after a signal, in ms. */
const stopGraceMs = 4000
/** The first visitors do not wait for the start's new epoch, in ms. */
const settleMs = 1000
/** How often a changed gallery gets a new epoch, in ms. */
const renewalMs = 600_000

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
  if (config.password && !(await owner.hasPassword(config.password))) {
    try {
      await owner.setPassword(config.password)
    } catch (error) {
      void server?.stop(true)
      folder.close()
      folder.lock.release()
      if (!(error instanceof AppError)) throw error
      throw new ConfigError(
        `The password in VITRINE_PASSWORD or VITRINE_PASSWORD_FILE was rejected: ${error.message}.`,
      )
    }
  }

  const printLink = async (unlessLive: boolean) => {
    const secret = await owner.freshSetupSecret({ unlessLive })
    if (secret === undefined) return
    say(
      `This gallery has no owner yet. Set it up within 30 minutes at\n  ${address()}/setup#${secret}`,
    )
  }
  const app = createApp(folder, () => void printLink(true))
  respond = (request, server) => app.fetch(request, { server })
  if (!server) start()
  const drive = configProblem(config)
  if (drive) warn(drive)
  say(`Vitrine ${version} is serving ${config.data} at ${address()}`)
  const warning = volumeWarning(config.data)
  if (warning) warn(warning)
  await printLink(false)
  const control = openControlSocket(folder)
  if (folder.media.kind === 'folder') void sweepOriginals(folder)
  folder.mail.start()
  folder.runner.start()
  const timers = [
    setTimeout(() => renewEpoch(folder), settleMs),
    setInterval(() => folder.epoch.renewIfChanged().catch(() => undefined), renewalMs),
  ]

  await stopped
  for (const timer of timers) clearTimeout(timer)
  control.stopWork()
  const grace = Bun.sleep(stopGraceMs).then(() => server?.stop(true))
  await Promise.race([
    Promise.all([server?.stop(), control.stop(), folder.runner.stop(), folder.mail.stop()]),
    grace,
  ])
  await closeFolder(folder)
  process.exit(0)
}

type Respond = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>

/** Loaded with a token only: prom-client takes memory and time to start. */
async function metricsFor({ metricsToken }: Config) {
  if (metricsToken === undefined) return undefined
  return (await import('../metrics/metrics.ts')).createMetrics
}

/** @throws Error if the port is in use. */
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
  } catch {
    throw new Error(
      `cannot listen on ${config.host}:${config.port}: it is in use or is not an address of this machine. Choose another with --host or --port.`,
    )
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
