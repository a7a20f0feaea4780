import { basename, dirname } from 'node:path'
import { createTakeoutNames, originalOfEdited } from './takeout-names.ts'

/** The files of one folder, by their names. */
type Folder = {
  readonly photos: Set<string>
  readonly xmps: Map<string, string>
  readonly jsons: string[]
  /** By the photo's name. */
  readonly jsonOf: Map<string, string>
}

export type SidecarIndex = ReturnType<typeof indexSidecars>

/** Finds which file is about which photo, by names alone. */
export function indexSidecars(photos: readonly string[], companions: readonly string[]) {
  const folders = new Map<string, Folder>()
  const folderOf = (path: string) =>
    folders.getOrInsertComputed(dirname(path), () => ({
      photos: new Set(),
      xmps: new Map(),
      jsons: [],
      jsonOf: new Map(),
    }))
  for (const path of photos) folderOf(path).photos.add(basename(path))
  for (const path of companions) addCompanion(folderOf(path), basename(path))
  const used = { xmp: 0, json: 0, unusedXmps: 0 }
  for (const folder of folders.values()) {
    matchJsons(folder)
    countXmps(folder, used)
    used.json += new Set(folder.jsonOf.values()).size
  }

  const xmpOf = (path: string): string | undefined =>
    xmpIn(folders.get(dirname(path)), basename(path))
  return {
    counts: used,
    xmpOf,
    jsonOf: (path: string): string | undefined =>
      folders.get(dirname(path))?.jsonOf.get(basename(path)),
    originalOf: (path: string): string | undefined => {
      const folder = folders.get(dirname(path))
      const original = folder && originalOfEdited(basename(path), folder.photos)
      return original !== undefined && folder?.jsonOf.has(original) ? original : undefined
    },
    /** Each folder with its JPEGs and the JSON files that are about none of them. */
    unmatched: function* () {
      for (const [folder, { photos, jsons, jsonOf }] of folders) {
        const matched = new Set(jsonOf.values())
        const others = jsons.filter((name) => !matched.has(name))
        if (others.length > 0) yield { folder, photos: [...photos], jsons: others }
      }
    },
  }
}

function addCompanion({ xmps, jsons }: Folder, name: string): void {
  if (/\.json$/i.test(name)) jsons.push(name)
  else {
    xmps.set(name, name)
    const key = keyOf(name)
    if (!xmps.has(key)) xmps.set(key, name)
  }
}

/** An edited copy has what its original has. */
function matchJsons({ photos, jsons, jsonOf }: Folder): void {
  if (jsons.length === 0) return
  const takeout = createTakeoutNames(jsons)
  for (const photo of photos) {
    const json = takeout.of(photo) ?? takeout.of(originalOfEdited(photo, photos) ?? photo)
    if (json !== undefined) jsonOf.set(photo, json)
  }
}

function countXmps(folder: Folder, counts: { xmp: number; unusedXmps: number }): void {
  const all = new Set(folder.xmps.values())
  const used = new Set([...folder.photos].map((photo) => xmpIn(folder, photo)))
  used.delete(undefined)
  counts.xmp += used.size
  counts.unusedXmps += all.size - used.size
}

/** 'photo.jpg.xmp' before 'photo.xmp', which can be that of the raw file. */
function xmpIn(folder: Folder | undefined, photo: string): string | undefined {
  if (!folder || folder.xmps.size === 0) return undefined
  const stem = photo.replace(/\.[^.]*$/, '')
  for (const name of [`${photo}.xmp`, `${stem}.xmp`]) {
    const found = folder.xmps.get(name) ?? folder.xmps.get(keyOf(name))
    if (found !== undefined) return found
  }
  return undefined
}

/** Programs spell the ending in capitals or not, and macOS takes accents apart. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()
