/** A guest has opened the link in the e-mail; a member is such a guest or the owner. */
export const roles = ['anybody', 'guest', 'member', 'owner'] as const
export type Role = (typeof roles)[number]
