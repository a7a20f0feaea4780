import type { DriveV3 } from './load-google.ts'

/** The deepest nesting of folders in Drive. */
const deepest = 100

/** From the top of a drive; if a parent is not shared, the path starts below it. */
export async function folderPath(
  id: string,
  api: DriveV3,
  call: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<string> {
  const names: string[] = []
  for (let at: string | undefined = id; at !== undefined && names.length < deepest; ) {
    const fileId: string = at
    const fields = 'id, name, parents, driveId, ownedByMe'
    const { data } = await call(() => api.files.get({ fileId, fields, supportsAllDrives: true }))
    if (data.driveId && data.driveId === data.id) {
      // The top folder of a shared drive has the file name 'Drive'.
      const { driveId } = data
      const drive = await call(() => api.drives.get({ driveId, fields: 'name' }))
      names.unshift(drive.data.name ?? data.name ?? '')
      break
    }
    names.unshift(data.name ?? '')
    at = data.parents?.[0]
    if (at === undefined && data.ownedByMe === false) names.unshift('Shared with me')
  }
  return names.join(' / ')
}
