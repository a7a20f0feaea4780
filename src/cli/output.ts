/** What a shell reports for a program that a closed pipe ended: 128 and SIGPIPE's 13. */
const closedPipeCode = 141

/**
 * Ends the command quietly when its output is no longer read, as in `vitrine check | head`. One
 * that `changes` something completes that first, and only prints nothing more.
 */
export function endWithoutReader({ changes }: { changes: boolean }): void {
  let isSaid = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      if (!changes) process.exit(closedPipeCode)
      return
    }
    if (!isSaid) process.stderr.write(`vitrine: Could not write the output (${error.code}).\n`)
    isSaid = true
    if (!changes) process.exit(1)
  })
  process.stderr.on('error', () => undefined)
}
