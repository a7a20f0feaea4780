/** OWASP's second recommended argon2id setting: 19 MiB, 2 passes, one lane. */
const argon2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Passwords are compared with this if none is set, so that it takes the same time. */
let decoy: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, argon2)

/** False for an empty password and while none is set, after the same amount of work. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  if (password === '') return false
  if (hash !== null) return Bun.password.verify(password, hash)
  decoy ??= hashPassword('a password that nobody has')
  await Bun.password.verify(password, await decoy)
  return false
}
