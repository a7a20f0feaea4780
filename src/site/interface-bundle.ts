import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InitialData } from '../contract/initial-data.ts'

/** ui/server.tsx as built by Vite. */
export type InterfaceBundle = {
  /** Loads the code of all pages. */
  readonly createRenderer: () => Promise<(address: string, data: InitialData) => string>
}

const built = join(import.meta.dir, '../../dist/ui-server/server.js')

/**
 * Imports the interface's server bundle; undefined when run from source before it was built.
 * scripts/build.ts replaces this file with one that imports the embedded bundle.
 */
export const importInterface = async (): Promise<InterfaceBundle | undefined> =>
  existsSync(built) ? import(built) : undefined
