import { createInterface } from 'node:readline/promises'
import { ownValue } from '../contract/own-value.ts'
import type { MatchRule } from '../contract/photos/versions.ts'
import { naturally } from '../core/natural-order.ts'
import type { MatchDecision, MatchedFile } from '../imports/intake/import-request.ts'
import { matchNote, printable } from './terminal.ts'

const reasons: Record<MatchRule, string> = {
  item: 'same file',
  document: 'same original document',
  'camera and time': 'same camera and moment',
  'name and time': 'same name and time',
}

type Decision = MatchDecision['decision']
const answers: Readonly<Record<string, Decision>> = { r: 'replace', k: 'keep-both' }

/**
 * Lists the files and asks for one answer for all or for each; those without one wait. The end of
 * the input, as with Ctrl-C, ends the questions: what was answered before counts.
 */
export async function askAboutMatches(
  found: readonly MatchedFile[],
): Promise<readonly MatchDecision[]> {
  const matches = found.toSorted((one, other) => naturally(one.path, other.path))
  const { ask, close } = openQuestions()
  try {
    print(`${matchNote(matches.length)} in the gallery:`)
    for (const match of matches) print(descriptionOf(match))
    if (matches.length === 1) return decisionsOf(matches, await ask(questions.one))
    const all = await ask(questions.all)
    if (all !== 'o') return decisionsOf(matches, all)
    const decisions: MatchDecision[] = []
    for (const match of matches) {
      print(descriptionOf(match))
      const answer = await ask(questions.one)
      if (answer === null) break
      decisions.push(...decisionsOf([match], answer))
    }
    return decisions
  } finally {
    close()
  }
}

const questions = {
  one: { text: '[r] replace it, [k] keep both, [l] later: ', letters: ['r', 'k', 'l'] },
  all: {
    text: '[r] replace all, [k] keep both of all, [o] decide one by one, [l] later: ',
    letters: ['r', 'k', 'o', 'l'],
  },
} as const

function openQuestions() {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // readline refuses every question after its end.
  let hasEnded = false
  const ended = new Promise<null>((resolve) =>
    lines.once('close', () => {
      hasEnded = true
      resolve(null)
    }),
  )
  return {
    /** @returns one of the letters, or null at the end of the input. */
    ask: async ({
      text,
      letters,
    }: {
      text: string
      letters: readonly string[]
    }): Promise<string | null> => {
      while (!hasEnded) {
        const answer = await Promise.race([lines.question(text), ended])
        if (answer === null) break
        const letter = answer.trim().toLowerCase().slice(0, 1)
        if (letters.includes(letter)) return letter
        print(`Please answer ${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}.`)
      }
      // The question's line has no end yet.
      print('')
      return null
    },
    close: () => lines.close(),
  }
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

function descriptionOf({ path, rule, fileDate, photo }: MatchedFile): string {
  const name = printable(photo.name)
  return `  ${printable(path)}, changed ${dateOf(fileDate)}
    “${name}”, in the gallery since ${dateOf(photo.addedAt)} (${reasons[rule]})`
}

/** On this machine's clock. */
function dateOf(text: string): string {
  const date = new Date(text)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

function decisionsOf(matches: readonly MatchedFile[], answer: string | null): MatchDecision[] {
  const decision = answer === null ? undefined : ownValue(answers, answer)
  return decision ? matches.map(({ id, path }) => ({ id, path, decision })) : []
}
