import { join } from 'node:path'
import {
  ExportedComment,
  ExportedGuest,
  ExportedLike,
  exportFiles,
} from '../../contract/exports/exported-gallery.ts'
import { NewComment } from '../../contract/people/comments.ts'
import { NewGuest } from '../../contract/people/guests.ts'
import type { Comments } from '../../people/comments/comments.ts'
import type { Guests } from '../../people/guests/guests.ts'
import type { Likes } from '../../people/likes/likes.ts'
import { readJsonLines } from './read-json-lines.ts'

export type PeopleParts = {
  guests: Pick<Guests, 'restore'>
  comments: Pick<Comments, 'restore'>
  likes: Pick<Likes, 'restore'>
}

type Exported = {
  readonly root: string
  readonly newPhotoOf: (id: string) => string | undefined
}

/** How many are added in one transaction. */
const batchSize = 500

/** Gives guests their comments and likes back; those that are here already stay as they are. */
export async function restorePeople(
  { root, newPhotoOf }: Exported,
  { guests, comments, likes }: PeopleParts,
): Promise<{ comments: number; likes: number }> {
  const known = new Map<number, number>()
  for await (const { id, name, email, verifiedAt } of readJsonLines(
    join(root, exportFiles.guests),
    ExportedGuest(),
  )) {
    const guest = NewGuest().safeParse({ name, email })
    if (guest.success) known.set(id, await guests.restore(guest.data, Date.parse(verifiedAt)))
  }
  /** Null for the owner; undefined for a guest that cannot be restored. */
  const guestOf = (id: number | null) => (id === null ? null : known.get(id))

  let restoredComments = 0
  for await (const batch of batchesOf(join(root, exportFiles.comments), ExportedComment())) {
    const found = batch.flatMap(({ id, photo, guest, body, writtenAt }) => {
      const [photoId, author] = [newPhotoOf(photo), guestOf(guest)]
      const text = NewComment().safeParse({ body })
      if (photoId === undefined || author === undefined || !text.success) return []
      const { body: clean } = text.data
      return [{ id, photoId, guest: author, body: clean, writtenAt: Date.parse(writtenAt) }]
    })
    restoredComments += await comments.restore(found)
  }
  let restoredLikes = 0
  for await (const batch of batchesOf(join(root, exportFiles.likes), ExportedLike())) {
    const found = batch.flatMap(({ photo, guest }) => {
      const [photoId, liker] = [newPhotoOf(photo), guestOf(guest)]
      return photoId === undefined || liker === undefined ? [] : [{ photoId, guest: liker }]
    })
    restoredLikes += await likes.restore(found)
  }
  return { comments: restoredComments, likes: restoredLikes }
}

async function* batchesOf<T>(
  path: string,
  schema: Parameters<typeof readJsonLines<T>>[1],
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const element of readJsonLines(path, schema)) {
    batch.push(element)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
