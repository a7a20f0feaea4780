/** What visitors may see of where photos were taken; the owner always sees everything. */
export const placeAudiences = ['nobody', 'town', 'exact'] as const
export type PlaceAudience = (typeof placeAudiences)[number]

/** Of home zones; radius in metres. */
export const placeLimits = { zones: 50, zoneName: 80, radiusMin: 50, radiusMax: 100_000 } as const

/** The most photos on a map. */
export const maxPlacePoints = 10_000
