import { createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { AppError } from '../contract/app-error.ts'
import { configProblem } from '../drive/config-problem.ts'
import { warn } from '../log.ts'
import { sweepOriginals } from '../photos/sweep.ts'
import { version } from '../version.ts'
import { openControlSocket } from './control-socket.ts'
import { openFolder } from './open-folder.ts'

/** How long running requests can take to end after a signal, in ms. */
const stopGraceMs = 4000

/** @returns the exit code, after SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<number> {
  const listening = { port: config.port }
  const address = () => config.publicUrl ?? `http://localhost:${listening.port}`
  const folder = await openFolder(config, { address })
  if (!folder) {
    console.error(
      `vitrine: ${config.data} is in use by another running Vitrine; stop that one first.`,
    )
    return 1
  }
  const { owner } = folder
  // Registered first, so that a signal during startup also shuts down cleanly.
  const stopped = stopSignal()
  if (config.password && !(await owner.hasPassword(config.password))) {
    try {
      await owner.setPassword(config.password)
    } catch (error) {
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
    console.log(
      `This gallery has no owner yet. Set it up within 30 minutes at\n  ${address()}/setup#${secret}`,
    )
  }
  const app = createApp(folder, () => void printLink(true))
  const server = listen(config, (request, server) => app.fetch(request, { server }))
  if (!server) {
    console.error(
      `vitrine: cannot listen on ${config.host}:${config.port}: it is in use or is not an address of this machine. Choose another with --host or --port.`,
    )
    return 1
  }
  listening.port = server.port ?? config.port
  const drive = configProblem(config)
  if (drive) warn(drive)
  console.log(`Vitrine ${version} is serving ${config.data} at ${address()}`)
  await printLink(false)
  const control = openControlSocket(folder)
  void sweepOriginals(folder)
  folder.mail.start()
  folder.runner.start()

  await stopped
  control.stopImports()
  const grace = Bun.sleep(stopGraceMs).then(() => server.stop(true))
  await Promise.race([
    Promise.all([server.stop(), control.stop(), folder.runner.stop(), folder.mail.stop()]),
    grace,
  ])
  folder.close()
  folder.lock.release()
  process.exit(0)
}

function listen(
  config: Config,
  fetch: (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>,
) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      // The routes check this themselves and answer with a message; Bun's own 413 is empty.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: 10,
      // Otherwise Bun shares the port with other programs of this user that allow it.
      reusePort: false,
      development: false,
      fetch,
    })
  } catch {
    return undefined
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
