let folder: string | undefined

/**
 * Says where native.ts may unpack the image library: the data folder's `runtime/`. To be called
 * before sharp is first imported; a module of its own so that calling it does not load sharp.
 */
export function setRuntimeFolder(path: string): void {
  folder = path
}

/** The folder last set, or undefined while none was (then the system's temporary folder serves). */
export function runtimeFolder(): string | undefined {
  return folder
}
