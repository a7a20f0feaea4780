// What the server prints while a test runs, in place of the test's own output.
import { spyOn } from 'bun:test'

export type Entry = Record<string, unknown> & { event: string }

/** Collects both outputs until disposed. */
export function collectPrinted() {
  const lines: { out: string[]; error: string[] } = { out: [], error: [] }
  const listening = [
    spyOn(console, 'log').mockImplementation((text: string) => void lines.out.push(text)),
    spyOn(console, 'error').mockImplementation((text: string) => void lines.error.push(text)),
  ]
  const entries = (): Entry[] => lines.out.map((line) => JSON.parse(line))
  return {
    ...lines,
    all: () => [...lines.out, ...lines.error].join('\n'),
    /** The JSON lines of requests, in order. */
    requests: () => entries().filter(({ event }) => event === 'request'),
    [Symbol.dispose]: () => {
      for (const spy of listening) spy.mockRestore()
    },
  }
}

/** Whether a line of the text log only says that a test's client failed to sign in. */
export const isFailedSignIn = (line: string): boolean =>
  /^\S+Z Failed sign-in from 127\.0\.0\.1: wrong (password|setup link|guest link)$/.test(line)
