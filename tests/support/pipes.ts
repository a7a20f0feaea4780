/** Makes a named pipe, which keeps anyone waiting who reads it. */
export function mkfifo(path: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['mkfifo', path])
  if (exitCode !== 0) throw new Error(stderr.toString())
}
