/** The address of the gallery as its owner has set it, which Google sends back to. */
export function siteOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel='canonical']")?.href
  return canonical ? new URL(canonical).origin : location.origin
}

/** What Google's console has to know. */
export const redirectAddress = () => `${siteOrigin()}/api/drive/callback`

/** Google sends browsers back to https, or to the machine that they run on. */
export function isTakenByGoogle(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
