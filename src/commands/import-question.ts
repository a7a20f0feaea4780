import { createInterface } from 'node:readline/promises'
import type { MatchRule } from '../contract/versions.ts'
import type { MatchDecision, MatchedFile } from '../intake/import-request.ts'
import { count, printable } from './terminal.ts'

const reasons: Record<MatchRule, string> = {
  item: 'same file',
  document: 'same original document',
  'camera and time': 'same camera and moment',
  'name and time': 'same name and time',
}

type Decision = MatchDecision['decision']
const answers: Readonly<Record<string, Decision>> = { r: 'replace', k: 'keep-both' }

/** Lists the files and asks for one answer for all or for each; those without one wait. */
export async function askAboutMatches(
  matches: readonly MatchedFile[],
): Promise<readonly MatchDecision[]> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // The end of the input answers nothing.
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('l')))
  const ask = async (text: string, accepted: string): Promise<string> => {
    for (;;) {
      const answer = await Promise.race([lines.question(text), closed])
      const letter = answer.trim().toLowerCase().slice(0, 1)
      if (letter !== '' && accepted.includes(letter)) return letter
    }
  }
  try {
    say(`${count(matches.length, 'file')} may be new versions of photos in the gallery:`)
    for (const match of matches) say(descriptionOf(match))
    if (matches.length === 1) {
      return decisionsOf(matches, await ask('[r] replace it, [k] keep both, [l] later: ', 'rkl'))
    }
    const all = await ask(
      '[r] replace all, [k] keep both of all, [o] decide one by one, [l] later: ',
      'rkol',
    )
    if (all !== 'o') return decisionsOf(matches, all)
    const decisions: MatchDecision[] = []
    for (const match of matches) {
      say(descriptionOf(match))
      const answer = await ask('[r] replace it, [k] keep both, [l] later: ', 'rkl')
      decisions.push(...decisionsOf([match], answer))
    }
    return decisions
  } finally {
    lines.close()
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

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

function decisionsOf(matches: readonly MatchedFile[], answer: string): MatchDecision[] {
  const decision = answers[answer]
  return decision ? matches.map(({ id, path }) => ({ id, path, decision })) : []
}
