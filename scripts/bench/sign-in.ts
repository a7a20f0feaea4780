export const ownerPassword = 'only for the benchmark'

/** The owner's session with a gallery that was started with `env`. */
export const ownerCookie = {
  env: { VITRINE_PASSWORD: ownerPassword },
  of: async (origin: string): Promise<string> => {
    const login = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: ownerPassword }),
    })
    if (!login.ok) throw new Error(`signing in answered ${login.status}`)
    return login.headers.get('set-cookie')?.split(';')[0] ?? ''
  },
}
