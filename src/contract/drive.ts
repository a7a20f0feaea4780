import { z } from 'zod'
import { line } from './envelope.ts'
import { driveReturnPaths, limits } from './vocabulary.ts'

/** `size` is in bytes, `md5Checksum` as computed by Drive. */
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

/** One of details.folders of a 409; `photos` counts the JPEG files directly in it, up to 1000. */
export const DriveFolder = z.object({
  id: z.string(),
  path: z.string(),
  createdTime: z.string(),
  photos: z.number().int(),
})
export type DriveFolder = z.infer<typeof DriveFolder>

/** `reason`: why the owner has to connect again. */
export const DriveStatus = z.object({
  authenticated: z.boolean(),
  isConfigured: z.boolean(),
  reason: z.string().nullable(),
})
export type DriveStatus = z.infer<typeof DriveStatus>

const googleId = z.string().regex(/^[\w-]{1,200}$/, 'is not a Google Drive ID')

export const DriveFolderChoice = z.object({
  driveFolderName: line(limits.driveFolderName).pipe(z.string().min(1, 'must be a folder name')),
  driveFolderId: googleId.optional(),
})
export type DriveFolderChoice = z.infer<typeof DriveFolderChoice>

/** `fileIds` imports exactly those files, for example failed ones or photos deleted here. */
export const DriveSchedule = z.object({
  fileIds: z.array(googleId).min(1).max(100_000).optional(),
})
export type DriveSchedule = z.infer<typeof DriveSchedule>

export const DriveAuthQuery = z.object({ redir: z.enum(driveReturnPaths) })

export const DriveCallbackQuery = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().max(200).optional(),
})

export const DriveCheckQuery = z.object({ deleted: z.enum(['true', 'false']).default('false') })
