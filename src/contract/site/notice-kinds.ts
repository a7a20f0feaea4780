/** How the owner can be told of problems; 'heartbeat' is an address that is called after backups. */
export const channelKinds = ['email', 'webhook', 'ntfy', 'gotify', 'heartbeat'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Whether a channel of this kind has a secret: webhook's key, or the token of ntfy and Gotify. */
export const secretOf: Readonly<Record<ChannelKind, 'required' | 'optional' | 'none'>> = {
  email: 'none',
  webhook: 'required',
  ntfy: 'optional',
  gotify: 'required',
  heartbeat: 'none',
}
