/** Of a gallery whose owner has not set a name. */
export const defaultSiteName = 'Vitrine'

/** Beside the owner's name, so that no guest can be taken for the owner. */
export const ownerMark = 'Owner'

/** For guests whose names could be taken for the owner's; numbered if necessary. */
export const neutralGuestNames = ['Guest', 'Visitor'] as const
