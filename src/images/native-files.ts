import type { NativeFiles } from './unpack.ts'

/** Replaced by scripts/build.ts; run from source, sharp finds its files in node_modules. */
export const nativeFiles: NativeFiles = { version: '', addon: '', files: [] }
