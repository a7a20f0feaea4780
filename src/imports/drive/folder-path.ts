import { DriveError, isAboutAccess } from './drive-error.ts'
import type { FileEntry } from './load-google.ts'
import type { Requests } from './requests.ts'

/** The deepest nesting of folders in Drive. */
const deepest = 100

export const myDrive = { id: 'root', name: 'My Drive' } as const
export const sharedWithMe = { id: 'shared', name: 'Shared with me' } as const

export type PathPart = { readonly id: string; readonly name: string }

/**
 * From the top of a drive to the folder itself; if a parent is not shared, the path starts below
 * it. @throws DriveError if the folder cannot be read.
 */
export async function folderPath(id: string, requests: Requests): Promise<PathPart[]> {
  if (id === myDrive.id) return [myDrive]
  const path: PathPart[] = []
  for (let at: string | undefined = id; at !== undefined && path.length < deepest; ) {
    const fields = 'id, name, parents, driveId, ownedByMe'
    const folder: FileEntry | undefined = await requests
      .file(at, fields)
      .catch((error: unknown) => {
        // Someone else's parent folder may be named but not readable.
        const isHidden = error instanceof DriveError && isAboutAccess(error)
        if (isHidden && path.length > 0) return undefined
        throw error
      })
    if (!folder) return [sharedWithMe, ...path]
    const { driveId, ownedByMe, parents }: FileEntry = folder
    const part = { id: at, name: folder.name ?? '' }
    if (driveId && driveId === folder.id) {
      // The top folder of a shared drive has the file name 'Drive'.
      return [{ ...part, name: (await requests.driveName(driveId)) ?? part.name }, ...path]
    }
    path.unshift(part)
    at = parents?.[0]
    const isSomeoneElses = ownedByMe === false || driveId
    if (at === undefined && isSomeoneElses) path.unshift(sharedWithMe)
  }
  return path
}
