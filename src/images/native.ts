/**
 * Takes the place of sharp's loader (sharp/dist/sharp.mjs) in the executable, where there is no
 * node_modules: like it, this module's default export is the opened addon. scripts/build.ts puts
 * it there; from source nothing imports it. Loaded with sharp, so on first use, never at start.
 */
import { nativeFiles } from './native-files.ts'
import { openNative } from './open-native.ts'
import { runtimeFolder } from './runtime-folder.ts'

export default openNative(nativeFiles, runtimeFolder())
