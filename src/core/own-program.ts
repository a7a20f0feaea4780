/** The command line that starts this program again. */
export function ownProgram(): string[] {
  const isBuilt = /[$~]bun/i.test(Bun.main)
  return isBuilt ? [process.execPath] : [process.execPath, Bun.main]
}
