import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InitialData } from '../contract/site/initial-data.ts'

/** Built by Vite from ui/app/server.tsx. */
export type InterfaceBundle = {
  readonly createRenderer: () => Promise<(address: string, data: InitialData) => string>
}

const built = join(import.meta.dir, '../../dist/ui-server/server.js')

/**
 * Imports the interface's server bundle; undefined when run from source before it was built.
 * scripts/build.ts replaces this file with one that imports the embedded bundle.
 */
export const importInterface = async (): Promise<InterfaceBundle | undefined> =>
  existsSync(built) ? import(built) : undefined
