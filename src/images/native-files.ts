import type { NativeFiles } from './unpack.ts'

/**
 * sharp's addon and libvips as embedded in the executable. scripts/build.ts replaces this list; run
 * from source it is empty, and sharp finds its files in node_modules.
 */
export const nativeFiles: NativeFiles = { version: '', addon: '', files: [] }
