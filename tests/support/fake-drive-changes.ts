// The log of changes of Drive's users and shared drives, as changes.list shows it.
import type { Entry } from './fake-drive-entry.ts'

/** Where a file's changes are listed: the owner's own log, or a shared drive's id. */
type Corpus = 'user' | (string & {})

type Logged = { readonly fileId: string; readonly corpus: Corpus; readonly time: string }

type ChangesPage = {
  readonly fileIds: readonly { readonly fileId: string; readonly time: string }[]
  /** Of the next page, or of the changes from now on. */
  readonly next: { readonly nextPageToken: string } | { readonly newStartPageToken: string }
}

/** Each file is listed once, at its latest change. A token belongs to one log. */
export function createChangeLog() {
  const log: Logged[] = []
  /** Tokens below this number have expired, as after a long time. */
  let oldest = 0

  const tokenOf = (corpus: Corpus, position: number): string =>
    corpus === 'user' ? `${position}` : `${position}~${corpus}`

  return {
    note: ({ id, driveId }: Pick<Entry, 'id' | 'driveId'>, isMember: boolean): void => {
      // What others shared out of their drives is in the owner's own log.
      const corpus = driveId && isMember ? driveId : 'user'
      const time = new Date(Date.UTC(2025, 8, 1) + 1000 * log.length).toISOString()
      log.push({ fileId: id, corpus, time })
    },
    startToken: (corpus: Corpus): string => tokenOf(corpus, log.length),
    expireTokens: (): void => {
      oldest = log.length + 1
      log.push({ fileId: '', corpus: '', time: '' })
    },
    /** Undefined for a token that is not, or no longer, one of this log. */
    page: (token: string, corpus: Corpus, most: number): ChangesPage | undefined => {
      const [position = '', of = 'user'] = token.split('~')
      if (!/^\d+$/.test(position) || of !== corpus || Number(position) < oldest) return undefined
      const latest = new Map(log.map(({ fileId }, index) => [fileId, index]))
      const changes = log
        .map((change, index) => ({ ...change, index }))
        .slice(Number(position))
        .filter((change) => change.corpus === corpus && latest.get(change.fileId) === change.index)
      const page = changes.slice(0, most)
      const following = changes[most]
      return {
        fileIds: page,
        next: following
          ? { nextPageToken: tokenOf(corpus, following.index) }
          : { newStartPageToken: tokenOf(corpus, log.length) },
      }
    },
  }
}
