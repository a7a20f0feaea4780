// Almost every gallery of a test is claimed with this password, and hashing it takes 0.2 s.
export const ownerPassword = 'correct horse battery'

const { hash, verify } = Bun.password
let claims = 0
let known: Promise<string> | undefined

/** Runs a claim or sign-in that is not itself tested; all of a process share one hash. */
export async function quickClaim<T>(claim: () => Promise<T>): Promise<T> {
  claims++
  try {
    return await claim()
  } finally {
    claims--
  }
}

Bun.password.hash = (password, options) => {
  if (claims === 0 || password !== ownerPassword) return hash(password, options)
  known ??= hash(password, options)
  return known
}

Bun.password.verify = async (password, hashed, algorithm) => {
  const isKnown = claims > 0 && password === ownerPassword && hashed === (await known)
  return isKnown || verify(password, hashed, algorithm)
}
