/** What visitors may see of where photos were taken; the owner always sees everything. */
export const placeAudiences = ['nobody', 'town', 'exact'] as const
export type PlaceAudience = (typeof placeAudiences)[number]
