/**
 * Replaces sharp's loader (sharp/dist/sharp.mjs) in the executable, where there is no node_modules:
 * like it, this module's default export is the opened addon. It also replaces
 * src/images/native-addon.ts. scripts/build.ts puts it there; when run from source nothing imports
 * it.
 *
 * sharp must be imported after the addon has been opened. An import that fails, fails for the rest
 * of the process, but a disk that was full at the first picture has space again at a later one.
 *
 * An import cannot take arguments, so the data folder is read from the command line again.
 */
import { join } from 'node:path'
import { dataFolder } from '../core/config/config.ts'
import { nativeFiles } from '../images/native-files.ts'
import { type Addon, openNative } from '../images/open-native.ts'
import { parseCommandLine } from './command-line.ts'

let addon: Addon | undefined

/** @throws Error with one sentence for a person; the next call tries again. */
export async function openNativeAddon(): Promise<void> {
  const data = dataFolder(parseCommandLine().flags, process.env)
  addon ??= await openNative(nativeFiles, join(data, 'runtime'))
}

export { addon as default }
