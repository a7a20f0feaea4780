/** OWASP's second recommended argon2id setting: 19 MiB, 2 passes, one lane. */
const argon2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** A hash to spend the same time on when there is no password to compare with. */
let decoy: Promise<string> | undefined
/** One hash at a time: a verify takes a whole core for a moment. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work)
  last = turn.catch(() => undefined)
  return turn
}

/** An argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, argon2))
}

/** False for an empty password and while none is set, after the same work. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (password === '') return false
  decoy ??= hashPassword('a password that nobody has')
  const compared = hash ?? (await decoy)
  const isEqual = await inTurn(() => Bun.password.verify(password, compared))
  return isEqual && hash !== null
}
