import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { driveReturnPaths } from './drive-connection.ts'
import { OmissionsSchema } from './omissions-schema.ts'

/** `size` is in bytes, `md5Checksum` as computed by Drive; '' if Drive does not report it. */
export const DriveFile = schema(() =>
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
export const BlockedFile = schema(() =>
  z.object({ fileId: z.string(), name: z.string(), reason: z.string() }),
)
export type BlockedFile = z.infer<ReturnType<typeof BlockedFile>>

/** What the chosen folder contains. */
export const DriveFolderContent = schema(() =>
  z.object({
    folder: z.string().describe('its name'),
    new: z.number().int().describe('number of files that an import without fileIds would fetch'),
    newBytes: z.number().int(),
    total: z.number().int().describe('number of JPEG files in the folder'),
    deleted: z.array(DriveFile()).describe('photos once deleted here, imported only on request'),
    blocked: z.array(BlockedFile()).describe('files that cannot be downloaded'),
    omitted: OmissionsSchema().describe('what else the folder contains, which an import skips'),
  }),
)
export type DriveFolderContent = z.infer<ReturnType<typeof DriveFolderContent>>

/**
 * A folder to choose from; `photos` counts the JPEG files directly in it, up to 1000, and is null
 * if Google does not list them.
 */
export const DriveFolder = schema(() =>
  z.object({
    id: z.string(),
    path: z.string(),
    createdTime: z.string(),
    photos: z.number().int().nullable(),
  }),
)
export type DriveFolder = z.infer<ReturnType<typeof DriveFolder>>

/** The folders in a folder; `path` leads to it from the top, and is empty at the top. */
export const DriveFolderBrowse = schema(() =>
  z.object({
    path: z.array(z.object({ id: z.string(), name: z.string() })),
    folders: z.array(z.object({ id: z.string(), name: z.string(), canChoose: z.boolean() })),
    next: z.string().nullable().describe('pageToken of the next page'),
  }),
)
export type DriveFolderBrowse = z.infer<ReturnType<typeof DriveFolderBrowse>>

/** The folders of one name, 20 at a time. */
export const DriveFoldersNamed = schema(() =>
  z.object({
    folders: z.array(DriveFolder()),
    next: z.string().nullable().describe('pageToken of the next page'),
  }),
)
export type DriveFoldersNamed = z.infer<ReturnType<typeof DriveFoldersNamed>>

/** The connection to Google Drive. */
export const DriveStatus = schema(() =>
  z.object({
    authenticated: z.boolean(),
    isConfigured: z.boolean(),
    configProblem: z.string().nullable().describe('what is missing if only a part is configured'),
    reason: z.string().nullable().describe('why there is no connection'),
    isLost: z.boolean().describe('whether it ended without the owner disconnecting it'),
    account: z
      .string()
      .nullable()
      .describe('e-mail address, if known; kept while the connection is lost'),
  }),
)
export type DriveStatus = z.infer<ReturnType<typeof DriveStatus>>

export const isGoogleId = (text: string): boolean => /^[\w-]{1,200}$/.test(text)
const googleId = schema(() => z.string().refine(isGoogleId, 'is not a Google Drive ID'))

/** Not trimmed: spaces at the ends are part of a name in Drive. */
const folderName = schema(() =>
  z
    .string()
    .max(limits.driveFolderName)
    .refine((name) => !/[\u0000-\u001f\u007f]/.test(name), 'must not contain control characters')
    .refine((name) => name.trim() !== '', 'must be a folder name'),
)

/** The ID can be 'root' or a shared drive's, and takes precedence over the name. */
export const DriveFolderChoice = schema(() =>
  z.object({
    driveFolderName: folderName(),
    driveFolderId: googleId().optional(),
    stopImport: z
      .boolean()
      .optional()
      .describe('stops a running import from another folder, which is refused otherwise'),
  }),
)
export type DriveFolderChoice = z.infer<ReturnType<typeof DriveFolderChoice>>

export const DriveFoldersQuery = schema(() =>
  z
    .object({
      parent: googleId().optional().describe('browse this folder; the top level if absent'),
      name: folderName().optional().describe('find folders of this name instead'),
      pageToken: z.string().min(1).max(2000).optional().describe('`next` of the previous page'),
    })
    .refine(({ parent, name }) => parent === undefined || name === undefined, {
      path: ['name'],
      message: 'cannot be given with parent',
    }),
)
export type DriveFoldersQuery = z.infer<ReturnType<typeof DriveFoldersQuery>>

/**
 * `fileIds` imports exactly those files, for example photos deleted here; `failed` those that are
 * listed as failed. Neither imports all new files.
 */
export const DriveSchedule = schema(() =>
  z
    .object({
      fileIds: z.array(googleId()).min(1).max(100_000).optional(),
      failed: z.boolean().optional(),
    })
    .refine(({ fileIds, failed }) => fileIds === undefined || !failed, {
      path: ['failed'],
      message: 'cannot be given with fileIds',
    }),
)
export type DriveSchedule = z.infer<ReturnType<typeof DriveSchedule>>

/** A file that could not be imported. Without `canRetry`, the same content would fail again. */
export const DriveFailure = schema(() =>
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

/** Newest first; kept until imported or dismissed. With `dismissed`, those that were dismissed. */
export const DriveFailures = schema(() =>
  z
    .object({
      length: z.number().int().describe('number of failures on this page'),
      total: z.number().int(),
      offset: z.number().int().describe('number of failures before this page'),
      dismissed: z.number().int().describe('number of dismissed files that always fail'),
      failures: z.array(DriveFailure()),
    })
    .meta({ ref: 'DriveFailures' }),
)
export type DriveFailures = z.infer<ReturnType<typeof DriveFailures>>

/** The number of failures that remain, and of dismissed files that always fail. */
export const DriveFailuresLeft = schema(() =>
  z.object({ total: z.number().int(), dismissed: z.number().int() }),
)
export type DriveFailuresLeft = z.infer<ReturnType<typeof DriveFailuresLeft>>

const flag = schema(() =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
)

export const DriveFailuresQuery = schema(() =>
  z.object({
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, 'must be a number from 1 to 100')
      .transform(Number)
      .optional()
      .describe('number of failures; 50 if absent'),
    offset: wholeNumber().optional().describe('number of failures before this page'),
    dismissed: flag().describe('lists dismissed files instead'),
  }),
)
export type DriveFailuresQuery = z.infer<ReturnType<typeof DriveFailuresQuery>>

export const DriveAuthQuery = schema(() =>
  z.object({
    redir: z.enum(driveReturnPaths),
    stopImport: flag().describe(
      'lets another account stop a running import, which is refused otherwise',
    ),
  }),
)

export const DriveJobQuery = schema(() =>
  z.object({
    whole: flag().describe('only imports of all new files of a folder'),
  }),
)

export const DriveCallbackQuery = schema(() =>
  z.object({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(2000).optional(),
    error: z.string().max(200).optional(),
  }),
)

export const DriveCheckQuery = schema(() =>
  z.object({ deleted: z.enum(['true', 'false']).default('false') }),
)
