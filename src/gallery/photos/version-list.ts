import type { PhotoVersion } from '../../contract/photos/versions.ts'
import { type EarlierVersion, type PhotoRow, versionOf } from './row.ts'

/** The version that is shown and those before it, newest first. */
export function listOfVersions(
  row: PhotoRow,
  earlierVersions: readonly EarlierVersion[],
): PhotoVersion[] {
  const shown = versionOf(row)
  return [shown, ...earlierVersions]
    .toSorted((one, other) => other.added_at - one.added_at)
    .map((version) => ({
      id: version.original,
      addedAt: new Date(version.added_at).toISOString(),
      bytes: version.bytes,
      fileName: version.source_name,
      isCurrent: version === shown,
      rule: version.rule,
    }))
}
