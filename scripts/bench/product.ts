import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, type Running, run, start } from './process.ts'

export type Served = {
  readonly running: Running
  readonly port: number
  readonly origin: string
}

/** The built executable, alone in a folder, with data folders beside it. */
export type Product = {
  readonly executable: string
  readonly folder: string
  /** The path for a new data folder. */
  readonly newData: () => string
  /** @throws Error if a file was not imported, unless `mayFail`. */
  readonly importInto: (
    data: string,
    paths: string[],
    options?: { mayFail?: boolean; env?: Record<string, string> },
  ) => Promise<Cost>
  readonly serve: (data: string, env?: Record<string, string>) => Promise<Served>
}

/** @throws Error if the executable has not been built. */
export function copyProduct(executable: string, folder: string): Product {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: run "bun run build".`)
  mkdirSync(join(folder, 'alone'))
  const copy = join(folder, 'alone', 'vitrine')
  copyFileSync(executable, copy)
  let count = 0
  return {
    executable: copy,
    folder,
    newData: () => join(folder, `data-${++count}`),
    importInto: async (data, paths, { mayFail = false, env = {} } = {}) => {
      const cost = await run([copy, 'import', ...paths, '--photostream', '--data', data], { env })
      if (cost.exitCode !== 0 && !mayFail) throw new Error(`the import failed:\n${cost.output}`)
      return cost
    },
    serve: async (data, env = {}) => {
      const running = start([copy, 'serve', '--data', data, '--port', '0'], env)
      const [, port] = await running.line(/ at http:\/\/localhost:(\d+)/)
      return { running, port: Number(port), origin: `http://127.0.0.1:${port}` }
    },
  }
}
