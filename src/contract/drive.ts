import { z } from 'zod'
import { line } from './envelope.ts'
import { driveReturnPaths, limits } from './vocabulary.ts'

/** A JPEG in the drive; `size` in bytes, `md5Checksum` as Drive counts it. */
export const DriveFile = z
  .object({
    id: z.string(),
    name: z.string(),
    mimeType: z.string(),
    md5Checksum: z.string(),
    createdTime: z.string(),
    size: z.number().int(),
  })
  .meta({ ref: 'DriveFile' })
export type DriveFile = z.infer<typeof DriveFile>

/**
 * A folder as details.folders of a 409 names it, when several have the name: `photos` counts the
 * JPEG files that lie in it, up to 1000.
 */
export const DriveFolder = z.object({
  id: z.string(),
  path: z.string(),
  createdTime: z.string(),
  photos: z.number().int(),
})
export type DriveFolder = z.infer<typeof DriveFolder>

/**
 * `isConfigured` is whether the gallery has a Google client id and secret; `reason` says why a
 * connection that was there has to be made again.
 */
export const DriveStatus = z.object({
  authenticated: z.boolean(),
  isConfigured: z.boolean(),
  reason: z.string().nullable(),
})
export type DriveStatus = z.infer<typeof DriveStatus>

const googleId = z.string().regex(/^[\w-]{1,200}$/, 'is not a Google Drive ID')

/** The folder to import from, by name; the id chooses among several of that name. */
export const DriveFolderChoice = z.object({
  driveFolderName: line(limits.driveFolderName).pipe(z.string().min(1, 'must be a folder name')),
  driveFolderId: googleId.optional(),
})
export type DriveFolderChoice = z.infer<typeof DriveFolderChoice>

/** `fileIds` imports exactly those: what failed before, or was once deleted here. */
export const DriveSchedule = z.object({
  fileIds: z.array(googleId).min(1).max(100_000).optional(),
})
export type DriveSchedule = z.infer<typeof DriveSchedule>

export const DriveAuthQuery = z.object({ redir: z.enum(driveReturnPaths) })

/** What Google sends back: a code, or the error that there is none. */
export const DriveCallbackQuery = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().max(200).optional(),
})

export const DriveCheckQuery = z.object({ deleted: z.enum(['true', 'false']).default('false') })
