import { ownValue } from '../../contract/own-value.ts'
import { AppError } from '../../core/errors.ts'
import { readCommonPasswords } from './common-passwords.ts'

/** On zxcvbn's scale: lower scores are guessed in less than a million attempts. */
const minScore = 2
/** The check takes more than linear time; 1,000 characters would take seconds. */
const checkedCharacters = 40

/** Shorter names are part of many words by chance. */
const minNameLength = 3
/** Characters that must remain after removing the names from a password. */
const minRemaining = 6

const repeated = 'it repeats the same characters'
const common = 'it is one of the most common passwords'
const onKeyboard = 'it follows a keyboard pattern such as qwerty'
const dated = 'it is little more than a date'
const oneWord = 'it is a single word or name'
const reasons: Record<string, string> = {
  topTen: common,
  topHundred: common,
  common,
  similarToCommon: 'it is very similar to one of the most common passwords',
  simpleRepeat: repeated,
  extendedRepeat: repeated,
  sequences: 'it follows a sequence such as abc or 123',
  straightRow: onKeyboard,
  keyPattern: onKeyboard,
  recentYears: dated,
  dates: dated,
  wordByItself: oneWord,
  namesByThemselves: oneWord,
  commonNames: oneWord,
  userInputs: 'it is little more than a name shown in the gallery',
}

/**
 * `names` are the public names of the gallery. Only the beginning and end of a long password are
 * checked, and one good end is enough.
 * @throws AppError 400 with the reason, for a password that is easy to guess.
 */
export async function refuseWeakPassword(password: string, names: string[]): Promise<void> {
  const { check } = await openChecker()
  const words = names.flatMap((name) => [name, name.replace(/\s+/g, ''), ...name.split(/\s+/)])
  const ends = [password.slice(0, checkedCharacters), password.slice(-checkedCharacters)]
  const results = [...new Set(ends)].map((end) => check(end, words))
  const isName = isMostly(words, password)
  if (!isName && results.some(({ score }) => score >= minScore)) return
  const warning = isName ? 'userInputs' : results[0]!.feedback.warning
  const reason = ownValue(reasons, warning ?? '') ?? 'it follows a common pattern'
  throw new AppError(
    400,
    `password must be harder to guess: ${reason}; try several unrelated words`,
    { field: 'password' },
  )
}

/** The checker would count each part of 'Anna Smith12' as a separate guess. */
function isMostly(words: string[], password: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = words.map(plain).filter((word) => word.length >= minNameLength)
  const rest = known
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain(password))
  return rest.length < minRemaining && rest !== plain(password)
}

/** Loaded for a new password only and not kept: the list takes 20 MB of memory. */
async function openChecker() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    readCommonPasswords(),
  ])
  const checker = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return { check: (password: string, words: string[]) => checker.check(password, words) }
}
