import { z } from 'zod'
import { described, line, paragraph } from '../envelope.ts'
import { limits } from '../limits.ts'
import { passwordMaxLength, passwordMinLength } from './passwords.ts'

export const User = described(() =>
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

export const UserChange = z.object({
  name: line(limits.ownerName).optional(),
  bio: paragraph(limits.bio).optional(),
  pic: line(limits.pictureAddress).optional(),
})
export type UserChange = z.infer<typeof UserChange>

export const UserPicture = z.object({ pic: line(limits.pictureAddress) })

export const Authenticated = z.object({ authenticated: z.boolean() })

export const Login = z.object({ password: z.string().max(passwordMaxLength) })

export const Setup = z.object({
  secret: z.string().min(1).max(200),
  password: z
    .string()
    .min(passwordMinLength, `must have at least ${passwordMinLength} characters`)
    .max(passwordMaxLength),
  name: line(limits.ownerName).default(''),
  bio: paragraph(limits.bio).default(''),
})
export type Setup = z.infer<typeof Setup>

export const Health = z.object({ status: z.literal('ok'), version: z.string() })
