/** Equal for names that the server takes for the same album's. */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase()
