/**
 * Waits for SIGTERM or SIGINT. While the server starts, a signal ends the process at once: every
 * moment of a start can be interrupted, and it must not go on because one of its steps takes long.
 * A second signal always ends it.
 */
export function stopSignal() {
  const stopped = Promise.withResolvers<void>()
  let isStarting = true
  const onSignal = () => {
    if (isStarting) process.exit(0)
    stopped.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, onSignal)
  return {
    stopped: stopped.promise,
    endStart: () => {
      isStarting = false
    },
  }
}
