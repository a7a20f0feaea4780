/** Names are equal if they are the same trimmed, in NFKC and in lower case. */
export const albumNameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase()
