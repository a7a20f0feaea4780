import type { OnMatch, PendingUpload } from '../../contract/photos/versions.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Origin } from '../../gallery/photos/new-row.ts'
import type { NewVersion, Versions } from '../../gallery/photos/versions.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Ingest, Ingested } from './ingest.ts'
import type { Match } from './match.ts'
import type { Matcher } from './matcher.ts'
import type { IntakeStore } from './store.ts'
import type { AlbumPosition, Decided, Waiting } from './waiting.ts'

export type Taken =
  | Exclude<Decided, { kind: 'discarded' }>
  | { readonly kind: 'waiting'; readonly pending: PendingUpload }

export type Incoming = ReturnType<typeof createIncoming>

type How = {
  readonly onMatch: OnMatch
  /** Where the file goes if it becomes a photo. */
  readonly albums?: readonly AlbumPosition[]
}

/**
 * Every file comes in here: it becomes a photo, a new version of one, or waits for the owner's
 * decision.
 */
export function createIncoming(parts: {
  rows: IntakeStore
  matcher: Matcher
  ingest: Ingest
  versions: Versions
  waiting: Waiting
  knownMd5: (md5: string) => string | undefined
  albums: Pick<Albums, 'addAtPosition'>
}) {
  const { rows, matcher, ingest, versions, waiting, knownMd5 } = parts
  /** Photos for which a file is being placed: of two at the same time, the later is a photo. */
  const underWay = new Map<string, Promise<Taken>>()

  const addNew = async (file: ReceivedFile, origin: Origin, { albums = [] }: How) => {
    const addTo = (photo: number) => {
      for (const [album, position] of albums) {
        parts.albums.addAtPosition(album, photo, position)
      }
      origin.addTo?.(photo, 'photo')
    }
    const photo: Ingested = await ingest.add(file, { ...origin, addTo })
    return { kind: 'new', photo } as const
  }

  const addMatched = async (
    file: ReceivedFile,
    origin: Origin,
    { match, onMatch, albums = [] }: How & { match: Match },
  ): Promise<Taken> => {
    if (match.isDoubtful || (onMatch === 'ask' && match.rule !== 'item')) {
      return { kind: 'waiting', pending: await waiting.keep(file, origin, { match, albums }) }
    }
    const version = { ...origin, rule: match.rule }
    const photo: NewVersion = await versions.add(match.id, file, version)
    return { kind: 'replaced', photo }
  }

  const admit = async (file: ReceivedFile, origin: Origin, how: How): Promise<Taken> => {
    if (knownMd5(file.md5)) return addNew(file, origin, how)
    const again = await waiting.again(file.md5, origin, how.albums ?? [])
    if (again) return decideAgain(again, how)
    const match =
      matcher.ofItem(origin) ??
      (how.onMatch === 'keep-both' ? undefined : await matcher.ofFile(file, origin))
    if (!match) return addNew(file, origin, how)
    let isTaken = false
    for (let other = underWay.get(match.id); other; other = underWay.get(match.id)) {
      const hasSucceeded = await other.then(
        () => true,
        () => false,
      )
      isTaken ||= hasSucceeded && match.rule !== 'item'
    }
    if (isTaken || matcher.isTaken(match, origin.run)) {
      if (origin.run !== undefined) await waiting.contest(match.id, origin.run)
      return addNew(file, origin, how)
    }
    const mine = addMatched(file, origin, { ...how, match })
    underWay.set(match.id, mine)
    try {
      return await mine
    } finally {
      underWay.delete(match.id)
    }
  }

  const decideAgain = async (pending: PendingUpload, { onMatch }: How): Promise<Taken> => {
    const isDoubtful = onMatch === 'replace' && (await waiting.isDoubtful(pending.id))
    if (onMatch === 'ask' || isDoubtful) return { kind: 'waiting', pending }
    return (await waiting.decide(pending.id, onMatch)) as Exclude<Decided, { kind: 'discarded' }>
  }

  return {
    /**
     * Always removes the file from tmp. `addTo` is called inside the transaction that adds the
     * photo or version, but not for a file that waits or restores an original.
     * @throws AppError as Ingest.add; 409 if too many files wait.
     */
    take: async (file: ReceivedFile, given: Origin, how: How): Promise<Taken> => {
      const origin = remembering(given, rows)
      try {
        return await admit(file, origin, how)
      } finally {
        await ingest.discard(file)
      }
    },
  }
}

/** The photo is recognised by its item from then on. */
const remembering = (origin: Origin, rows: IntakeStore): Origin => ({
  ...origin,
  addTo: (photo, as) => {
    if (origin.item !== undefined) rows.setItem(origin.source, origin.item, photo)
    origin.addTo?.(photo, as)
  },
})
