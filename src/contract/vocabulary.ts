/** A guest has opened the link in the e-mail; a member is such a guest or the owner. */
export const roles = ['anybody', 'guest', 'member', 'owner'] as const
export type Role = (typeof roles)[number]

/** Path segments after /api, by variant. */
export const variantPaths = {
  thumb: 'thumbs',
  square: 'squares',
  portrait: 'portraits',
  landscape: 'landscapes',
  resize: 'resizes',
  original: 'images',
} as const
export type Variant = keyof typeof variantPaths
export const albumOrders = {
  none: 0,
  uploadDate: 1,
  originalDate: 2,
  manual: 3,
} as const
export type AlbumOrder = (typeof albumOrders)[keyof typeof albumOrders]

export const photoBackgroundColors = ['white', 'light', 'grey', 'dark', 'black'] as const
export const colorThemes = ['light', 'dark'] as const
export const photoBorderStyles = ['none', 'left-right', 'all'] as const
/** Pixels between tiles: None, Thin, Normal, Thick. */
export const photoGridSpacings = [0, 5, 10, 15] as const

export const photoSources = ['local', 'drive', 'cli', 'folder'] as const
export type PhotoSource = (typeof photoSources)[number]

/** SCHEDULED → STARTED → FINISHED or ABORTED; SCHEDULED → ABORTED. The last two are final. */
export const jobStates = ['SCHEDULED', 'STARTED', 'FINISHED', 'ABORTED'] as const
export type JobState = (typeof jobStates)[number]

export const driveReturnPaths = ['/user/drive', '/account/drive'] as const

/** Values of `error` at /account/drive after a return from Google that could not be used. */
export const driveReturnErrors = [
  'expired',
  'other-session',
  'signed-out',
  'sign-in',
  'kept',
  'importing',
] as const
export type DriveReturnError = (typeof driveReturnErrors)[number]

/** Why a job was aborted, or a request refused, when a new connection to Google is needed. */
export const connectionRefused = 'Google no longer accepts this connection'

export const passwordMinLength = 10
export const passwordMaxLength = 1000

/** The longest texts, in characters, and the largest numbers that the schemas and forms accept. */
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

export const errorTexts = {
  incorrectPassword: 'Incorrect Password',
  notFound: 'not found',
} as const

export const pageNames = ['resume', 'about'] as const

export const commentsPerPage = 100
/** Per response: the oldest likes of a photo, the newest of a guest. */
export const maxLikes = 1000

export const defaultSiteName = 'Vitrine'

export const ownerMark = 'Owner'

/** For guests whose names could be taken for the owner's; numbered if necessary. */
export const neutralGuestNames = ['Guest', 'Visitor'] as const
