/** The gallery's public address, where Google redirects to. */
export function siteOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel='canonical']")?.href
  return canonical ? new URL(canonical).origin : location.origin
}

/** To be entered in the Google Cloud console. */
export const redirectAddress = () => `${siteOrigin()}/api/drive/callback`

/** Google redirects only to https addresses and to localhost. */
export function isAcceptedByGoogle(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
