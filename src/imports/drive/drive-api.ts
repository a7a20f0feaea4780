import type { DriveFolder, DriveFolderBrowse } from '../../contract/imports/drive.ts'
import { createOmissions, type Omissions } from '../../contract/imports/omissions.ts'
import { browseFolders } from './browse.ts'
import { DriveError, isAboutAccess } from './drive-error.ts'
import { readBody } from './file-body.ts'
import { entriesIn, isJpeg, jpegsIn, noteOmitted } from './file-types.ts'
import { compare, type FoundFolder, foldersNamed, readFolder } from './find-folders.ts'
import { folderPath, myDrive } from './folder-path.ts'
import { type FoundFile, fileFields, toFoundFile } from './found-file.ts'
import type { DriveV3, OAuthClient } from './load-google.ts'
import { createRequests, type InFolder } from './requests.ts'
import type { RetryPolicy } from './retry-policies.ts'
import { listTree, type Top, type Tree } from './tree.ts'
import { changesIn } from './tree-changes.ts'

export type FolderFiles = { readonly files: readonly FoundFile[]; readonly omitted: Omissions }

/** Read-only. Every method can throw DriveError. */
export type GoogleDrive = ReturnType<typeof createGoogleDrive>

/** See {@link createRequests}. `unlisted` has the shared drives that the owner cannot search. */
export function createGoogleDrive(parts: {
  readonly api: DriveV3
  readonly client: OAuthClient
  readonly withRetries: RetryPolicy
  readonly onRefused: () => Promise<void>
  readonly unlisted: Set<string>
  readonly signal?: AbortSignal
}) {
  const { api, unlisted } = parts
  const requests = createRequests(parts)

  /**
   * A folder in a shared drive that the owner is not a member of is found only among the owner's
   * own files.
   */
  const inFolder: InFolder = async ({ driveId }, search) => {
    if (driveId === undefined || unlisted.has(driveId)) return search({ corpora: 'user' })
    try {
      return await search({ corpora: 'drive', driveId })
    } catch (error) {
      if (!(error instanceof DriveError && isAboutAccess(error))) throw error
      unlisted.add(driveId)
      return search({ corpora: 'user' })
    }
  }

  /** Counts only the first page, which is enough to distinguish folders. */
  const countJpegs = async (folder: FoundFolder): Promise<number> => {
    const query = jpegsIn(folder.id)
    const list = await inFolder(folder, (scope) =>
      requests.list(query, 'id, name, mimeType', scope),
    )
    return (list.files ?? []).filter(isJpeg).length
  }

  return {
    foldersNamed: (name: string): Promise<FoundFolder[]> => foldersNamed(name, requests),
    browse: (query: {
      parent?: string | undefined
      pageToken?: string | undefined
    }): Promise<DriveFolderBrowse> => browseFolders(query, { requests, inFolder }),
    /** Leaves out what Google refuses to show, so that one folder does not hide the others. */
    described: async (folder: FoundFolder): Promise<DriveFolder> => {
      const { id, name, createdTime } = folder
      const [path, photos] = await Promise.all([
        orElse(folderPath(id, requests), [{ id, name }]),
        orElse(countJpegs(folder), null),
      ])
      return { id, path: path.map((part) => part.name).join(' / '), createdTime, photos }
    },
    /** A shortcut leads to its folder. Undefined if there is none or it is in the bin. */
    folder: (id: string): Promise<FoundFolder | undefined> => readFolder(id, requests),
    driveName: requests.driveName,
    /** All JPEGs directly in a folder, each once, by name, and what else is in it. */
    filesIn: async (folder: Pick<FoundFolder, 'id' | 'driveId'>): Promise<FolderFiles> => {
      const { files, isWhole } = await inFolder(folder, (scope) =>
        requests.search(entriesIn([folder.id]), fileFields, scope),
      )
      if (!isWhole) throw new DriveError('transient', 'Google Drive returned incomplete results')
      // A file that changes while pages are read can be on two of them.
      const each = new Map(files.filter(isJpeg).map((file) => [file.id, toFoundFile(file)]))
      const omissions = createOmissions()
      for (const file of new Map(files.map((each) => [each.id, each])).values())
        noteOmitted(file, omissions)
      return {
        files: [...each.values()].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
        omitted: omissions.all(),
      }
    },
    /** All JPEGs in a folder and, if wanted, in the folders in it. */
    tree: (top: Top) => listTree(top, { requests, inFolder }),
    /** What has changed since then; undefined if only `tree` can show it. */
    treeChanges: (tree: Tree) => changesIn(tree, { requests, inFolder }),
    /** Drive's own id of a folder and its shared drive. Undefined if there is none. */
    place: async (id: string): Promise<{ id: string; driveId: string | null } | undefined> => {
      const folder = await readFolder(id, requests)
      if (!folder) return undefined
      const own = id === myDrive.id ? await requests.file(id, 'id') : folder
      return { id: own.id ?? id, driveId: folder.driveId ?? null }
    },
    /** A file as it is now; undefined if it is no longer there. */
    file: async (id: string): Promise<FoundFile | undefined> => {
      const file = await requests.file(id, fileFields).catch((error: unknown) => {
        if (error instanceof DriveError && error.kind === 'gone') return undefined
        throw error
      })
      return file && !file.trashed ? toFoundFile(file) : undefined
    },
    /** A file's bytes from an offset, without retrying. */
    read: (fileId: string, from: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
      requests.authorised(() => readBody(api, fileId, from, signal)),
  }
}

async function orElse<T>(work: Promise<T>, other: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DriveError && error.kind !== 'refused') return other
    throw error
  }
}
