import type { AddedPhoto } from '../../gallery/photos/newest.ts'

/** A feed in no format yet; paths are without the site's origin and may have a code. */
export type Feed = {
  /** Never changes, whatever the address does. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The path of the page that the feed belongs to. */
  readonly path: string
  /** Of the feed without its format: '/album/x/feed'. */
  readonly feedPath: string
  readonly album?: string
  readonly code?: string
  readonly photos: readonly AddedPhoto[]
  /** When the subject of the feed was created, which is when an empty feed last changed. */
  readonly since: Date
}

/** Who publishes a feed, and where. */
export type Publisher = {
  readonly name: string
  readonly publicUrl: string
  /** A path or an https address; '' for none. */
  readonly pic: string
}

/** When anything in the feed last changed. */
export const lastChangeOf = ({ photos, since }: Feed): Date =>
  photos.length === 0
    ? since
    : new Date(Math.max(...photos.map(({ changedAt }) => changedAt.getTime())))
