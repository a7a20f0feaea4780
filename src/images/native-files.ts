import type { NativeFiles } from './unpack.ts'

/**
 * sharp's addon and libvips, as the executable carries them. Run from source there are none:
 * sharp finds its own in node_modules. scripts/build.ts puts the real list in this file's place.
 */
export const nativeFiles: NativeFiles = { version: '', addon: '', files: [] }
