/*
 * What the schemas, the rules and the forms accept at most. The interface loads this without the
 * schemas, so this file imports no zod.
 */

/** The longest texts, in characters, and the largest numbers. */
export const limits = {
  ownerName: 80,
  bio: 2000,
  pictureAddress: 2000,
  albumName: 120,
  albumDescription: 2000,
  albumCode: 200,
  photoTitle: 500,
  photoDescription: 5000,
  cameraText: 200,
  driveFolderName: 255,
  googleClientText: 200,
  email: 254,
  guestNameMin: 2,
  guestName: 40,
  comment: 2000,
  gridColumns: 12,
  itemsPerLoad: 500,
  pageText: 200_000,
} as const

/** In UTF-16 units; no smaller than what is read from files, see src/images/metadata.ts. */
export const fieldLimits = { alt: 2000, creator: 200, copyright: 2000, stars: 5 } as const

/** What one request can change at most; lengths in UTF-16 units. */
export const batchLimits = {
  photos: 1000,
  keywords: 20,
  keyword: 100,
  keywordsOfPhoto: 100,
  creator: fieldLimits.creator,
  copyright: fieldLimits.copyright,
} as const

/** Of home zones; radius in metres. */
export const placeLimits = { zones: 50, zoneName: 80, radiusMin: 50, radiusMax: 100_000 } as const

/** The most photos on a map. */
export const maxPlacePoints = 10_000

/** Of the owner's rules; `previewPage` is how many photos a page of the preview has. */
export const ruleLimits = { rules: 100, conditions: 10, previewPage: 60 } as const

/** After this many days in the trash, photos are deleted for good. */
export const trashDays = 30

/** This many days before that, the account draws attention to them. */
export const trashNoticeDays = 3

/** In UTF-16 units; what is typed beyond it is ignored. */
export const maxSearchLength = 200

export const commentsPerPage = 100

/** Per response: the oldest likes of a photo, the newest of a guest. */
export const maxLikes = 1000

/** Of the channels by which the owner is told of problems. */
export const noticeLimits = {
  channels: 10,
  /** Characters. */
  address: 2048,
  shortestSecret: 8,
  secret: 1024,
} as const

/** Of scheduled backups. */
export const safetyLimits = {
  folders: 10,
  keptDaily: 366,
  keptWeekly: 520,
  keptMonthly: 600,
} as const

/** Of missing and damaged originals. */
export const originalsLimits = {
  /** How many are listed. */
  shown: 100,
  /** How many are put back at a time. */
  putBack: 20,
} as const
