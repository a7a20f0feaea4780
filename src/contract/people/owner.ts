import { z } from 'zod'
import { line, paragraph } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { passwordMaxLength, passwordMinLength } from './passwords.ts'

export const User = schema(() =>
  z
    .object({
      name: z.string(),
      bio: z.string(),
      pic: z.string(),
      driveFolderId: z.string().optional(),
      driveFolderName: z.string().optional(),
    })
    .meta({ ref: 'User' }),
)
export type User = z.infer<ReturnType<typeof User>>

export const UserChange = schema(() =>
  z.object({
    name: line(limits.ownerName).optional(),
    bio: paragraph(limits.bio).optional(),
    pic: line(limits.pictureAddress).optional(),
  }),
)
export type UserChange = z.infer<ReturnType<typeof UserChange>>

export const UserPicture = schema(() => z.object({ pic: line(limits.pictureAddress) }))

export const Authenticated = schema(() => z.object({ authenticated: z.boolean() }))

export const Login = schema(() => z.object({ password: z.string().max(passwordMaxLength) }))

export const Setup = schema(() =>
  z.object({
    secret: z.string().min(1).max(200),
    password: z
      .string()
      .min(passwordMinLength, `must have at least ${passwordMinLength} characters`)
      .max(passwordMaxLength),
    name: line(limits.ownerName).default(''),
    bio: paragraph(limits.bio).default(''),
  }),
)
export type Setup = z.infer<ReturnType<typeof Setup>>

export const Health = schema(() =>
  z.object({
    status: z.literal('ok'),
    version: z.string(),
    backups: z
      .enum(['good', 'troubled', 'none'])
      .describe('of the folders into which the gallery backs itself up; none if it has no folder'),
    drills: z
      .enum(['good', 'failed', 'none'])
      .describe('of the last restore drills of these folders; none if there has been none'),
    originals: z
      .enum(['good', 'damaged'])
      .describe('damaged if the rolling check found that some are missing or have changed'),
  }),
)
