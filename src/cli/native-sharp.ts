/**
 * Replaces sharp's loader (sharp/dist/sharp.mjs) in the executable, where there is no node_modules:
 * like it, this module's default export is the opened addon. scripts/build.ts puts it there; when
 * run from source nothing imports it. It is loaded with sharp, on first use and never at startup.
 *
 * An import cannot take arguments, so the data folder is read from the command line again.
 */
import { join } from 'node:path'
import { dataFolder } from '../core/config/config.ts'
import { nativeFiles } from '../images/native-files.ts'
import { openNative } from '../images/open-native.ts'
import { parseCommandLine } from './command-line.ts'

const data = dataFolder(parseCommandLine().flags, process.env)
export default await openNative(nativeFiles, join(data, 'runtime'))
