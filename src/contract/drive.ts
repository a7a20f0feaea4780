import { z } from 'zod'
import { described } from './envelope.ts'
import { driveReturnPaths, limits } from './vocabulary.ts'

/** `size` is in bytes, `md5Checksum` as computed by Drive; '' if Drive does not tell it. */
export const DriveFile = described(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      mimeType: z.string(),
      md5Checksum: z.string(),
      createdTime: z.string(),
      size: z.number().int(),
    })
    .meta({ ref: 'DriveFile' }),
)
export type DriveFile = z.infer<ReturnType<typeof DriveFile>>

/** A file that cannot be downloaded, and why. */
export const BlockedFile = described(() =>
  z.object({ fileId: z.string(), name: z.string(), reason: z.string() }),
)
export type BlockedFile = z.infer<ReturnType<typeof BlockedFile>>

/** What the chosen folder contains. */
export const DriveFolderContent = described(() =>
  z.object({
    new: z.number().int().describe('number of files that an import without fileIds would fetch'),
    newBytes: z.number().int(),
    total: z.number().int().describe('number of JPEG files in the folder'),
    deleted: z.array(DriveFile()).describe('photos once deleted here, imported only on request'),
    blocked: z.array(BlockedFile()).describe('files that cannot be downloaded'),
  }),
)
export type DriveFolderContent = z.infer<ReturnType<typeof DriveFolderContent>>

/**
 * A folder to choose from; `photos` counts the JPEG files directly in it, up to 1000, and is null
 * if Google does not list them.
 */
export const DriveFolder = described(() =>
  z.object({
    id: z.string(),
    path: z.string(),
    createdTime: z.string(),
    photos: z.number().int().nullable(),
  }),
)
export type DriveFolder = z.infer<ReturnType<typeof DriveFolder>>

/** The folders in a folder; `path` leads to it from the top, and is empty at the top. */
export const DriveFolderBrowse = described(() =>
  z.object({
    path: z.array(z.object({ id: z.string(), name: z.string() })),
    folders: z.array(z.object({ id: z.string(), name: z.string(), canChoose: z.boolean() })),
    next: z.string().nullable().describe('pageToken of the next page'),
  }),
)
export type DriveFolderBrowse = z.infer<ReturnType<typeof DriveFolderBrowse>>

/** The folders of one name, 20 at a time. */
export const DriveFoldersNamed = described(() =>
  z.object({
    folders: z.array(DriveFolder()),
    next: z.string().nullable().describe('pageToken of the next page'),
  }),
)
export type DriveFoldersNamed = z.infer<ReturnType<typeof DriveFoldersNamed>>

/** `reason`: why the owner has to connect again; `account`: the e-mail address, if known. */
export const DriveStatus = described(() =>
  z.object({
    authenticated: z.boolean(),
    isConfigured: z.boolean(),
    reason: z.string().nullable(),
    account: z.string().nullable(),
  }),
)
export type DriveStatus = z.infer<ReturnType<typeof DriveStatus>>

/** The gallery's OAuth client at Google. Its secret is in no response. */
export const GoogleClient = described(() =>
  z
    .object({
      source: z
        .enum(['configuration', 'account'])
        .nullable()
        .describe('what sets it; null if there is none'),
      clientId: z.string().nullable(),
      hasSecret: z.boolean(),
      problem: z.string().nullable().describe('why it cannot be used'),
    })
    .meta({ ref: 'GoogleClient' }),
)
export type GoogleClient = z.infer<ReturnType<typeof GoogleClient>>

const secretStart = 'GOCSPX-'
const clientIdEnd = '.apps.googleusercontent.com'

/** Without a secret, the present one is kept. */
export const GoogleClientChange = z.object({
  clientId: z
    .string()
    .trim()
    .max(limits.googleClientText)
    .refine((id) => !id.startsWith(secretStart), 'is a client secret; enter the client ID here')
    .refine(
      (id) =>
        id.startsWith(secretStart) || /^[\w-]+(\.[\w-]+)*\.apps\.googleusercontent\.com$/.test(id),
      `must be a client ID, which ends with ${clientIdEnd}`,
    ),
  clientSecret: z
    .string()
    .trim()
    .max(limits.googleClientText)
    .refine(
      (secret) => !secret.endsWith(clientIdEnd),
      'is a client ID; enter the client secret here',
    )
    .refine(
      (secret) => secret.endsWith(clientIdEnd) || /^[!-~]{10,}$/.test(secret),
      'must be a client secret, which has at least 10 characters and no spaces',
    )
    .optional(),
})
export type GoogleClientChange = z.infer<typeof GoogleClientChange>

export const isGoogleId = (text: string): boolean => /^[\w-]{1,200}$/.test(text)
const googleId = z.string().refine(isGoogleId, 'is not a Google Drive ID')

/** Kept as it is, blanks at the ends included: they are part of a name in Drive. */
const folderName = z
  .string()
  .max(limits.driveFolderName)
  .refine((name) => !/[\u0000-\u001f\u007f]/.test(name), 'must not contain control characters')
  .refine((name) => name.trim() !== '', 'must be a folder name')

/** The ID can be 'root' or a shared drive's, and takes precedence over the name. */
export const DriveFolderChoice = z.object({
  driveFolderName: folderName,
  driveFolderId: googleId.optional(),
})
export type DriveFolderChoice = z.infer<typeof DriveFolderChoice>

export const DriveFoldersQuery = z
  .object({
    parent: googleId.optional().describe('browse this folder; the top level if absent'),
    name: folderName.optional().describe('find folders of this name instead'),
    pageToken: z.string().min(1).max(2000).optional().describe('`next` of the previous page'),
  })
  .refine(({ parent, name }) => parent === undefined || name === undefined, {
    path: ['name'],
    message: 'cannot be given with parent',
  })
export type DriveFoldersQuery = z.infer<typeof DriveFoldersQuery>

/**
 * `fileIds` imports exactly those files, for example photos deleted here; `failed` those that are
 * listed as failed. Neither imports all new files.
 */
export const DriveSchedule = z
  .object({
    fileIds: z.array(googleId).min(1).max(100_000).optional(),
    failed: z.boolean().optional(),
  })
  .refine(({ fileIds, failed }) => fileIds === undefined || !failed, {
    path: ['failed'],
    message: 'cannot be given with fileIds',
  })
export type DriveSchedule = z.infer<typeof DriveSchedule>

/** A file that could not be imported. Without `canRetry`, the same content would fail again. */
export const DriveFailure = described(() =>
  z.object({
    fileId: z.string(),
    name: z.string(),
    reason: z.string(),
    tries: z.number().int(),
    failedAt: z.iso.datetime(),
    canRetry: z.boolean(),
  }),
)
export type DriveFailure = z.infer<ReturnType<typeof DriveFailure>>

/** Newest first; kept until imported or dismissed. */
export const DriveFailures = described(() =>
  z
    .object({
      length: z.number().int().describe('number of failures on this page'),
      total: z.number().int(),
      offset: z.number().int().describe('number of failures before this page'),
      failures: z.array(DriveFailure()),
    })
    .meta({ ref: 'DriveFailures' }),
)
export type DriveFailures = z.infer<ReturnType<typeof DriveFailures>>

/** The number of failures that remain. */
export const DriveFailuresLeft = described(() => z.object({ total: z.number().int() }))
export type DriveFailuresLeft = z.infer<ReturnType<typeof DriveFailuresLeft>>

const wholeNumber = (text: z.ZodString) => text.transform(Number)

export const DriveFailuresQuery = z.object({
  limit: wholeNumber(z.string().regex(/^([1-9]\d?|100)$/, 'must be a number from 1 to 100'))
    .optional()
    .describe('number of failures; 50 if absent'),
  offset: wholeNumber(z.string().regex(/^\d{1,9}$/, 'must be a whole number'))
    .optional()
    .describe('number of failures before this page'),
})
export type DriveFailuresQuery = z.infer<typeof DriveFailuresQuery>

export const DriveAuthQuery = z.object({ redir: z.enum(driveReturnPaths) })

export const DriveCallbackQuery = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().max(200).optional(),
})

export const DriveCheckQuery = z.object({ deleted: z.enum(['true', 'false']).default('false') })
