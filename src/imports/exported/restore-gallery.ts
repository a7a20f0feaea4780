import { join } from 'node:path'
import {
  ExportedAlbum,
  type ExportInfo,
  exportFiles,
} from '../../contract/exports/exported-gallery.ts'
import { limits } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import { PageName } from '../../contract/site/pages.ts'
import { RulesChange } from '../../contract/site/rules.ts'
import { SharingChange } from '../../contract/site/sharing.ts'
import { UxConfigChange } from '../../contract/site/ux-config.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { Pages } from '../../gallery/pages/pages.ts'
import type { Places } from '../../gallery/places/places.ts'
import type { RuleService } from '../../gallery/rules/rules.ts'
import type { SharingRules } from '../../gallery/settings/sharing/sharing.ts'
import type { Owner } from '../../people/owner/owner.ts'
import { readSmallFile } from '../beside/read-small-file.ts'
import { addressOfPicture } from './picture-address.ts'
import { readJsonLines } from './read-json-lines.ts'
import { type AlbumParts, restoreAlbum } from './restore-albums.ts'
import { type PeopleParts, restorePeople } from './restore-people.ts'

export type RestoreParts = AlbumParts &
  PeopleParts & {
    store: Pick<Store, 'write'>
    pages: Pages
    places: Places
    rules: RuleService
    sharing: SharingRules
    owner: Pick<Owner, 'user' | 'change'>
  }

/** An export, and the photos here that its photos have become. */
export type Exported = {
  readonly root: string
  readonly info: ExportInfo
  readonly newPhotoOf: (id: string) => string | undefined
}

/** Says what becomes public, and takes the settings into a gallery that is empty. */
export async function* openingSentences(
  { root, info }: Exported,
  parts: RestoreParts,
): AsyncGenerator<string> {
  const { photos, albums } = parts
  const isEmpty = photos.total({ kind: 'all' }) === 0 && albums.list(ownerViewer).length === 0
  yield `This is an export of a gallery, of ${info.exportedAt.slice(0, 10)}.`
  const names: string[] = []
  for await (const album of albumsIn(root)) {
    const isPublic = album.visibility === 'public' || album.isPhotostream
    if (isPublic && album.photos.length > 0) names.push(`"${album.name}"`)
  }
  if (names.length > 0) {
    yield `Visitors will see the photos of its public albums: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}.`
  }
  if (isEmpty) yield* restoreSettings(info, parts)
}

const albumsIn = (root: string) => readJsonLines(join(root, exportFiles.albums), ExportedAlbum())

async function* restoreSettings(
  { settings }: ExportInfo,
  { uxConfig, sharing, places }: RestoreParts,
): AsyncGenerator<string> {
  const display = UxConfigChange().safeParse(settings.display)
  const shared = SharingChange().safeParse(settings.sharing)
  if (display.success) {
    const { photoStreamAlbumId: _, ...change } = display.data
    await uxConfig.change(change)
  }
  if (shared.success) await sharing.change(shared.data)
  await places.change(settings.places)
  yield 'The gallery was empty, so it gets the settings of the export.'
}

/** Once the photos are there: albums, guests, comments, likes, pages and rules. */
export async function* restoreGallery(
  exported: Exported,
  parts: RestoreParts,
): AsyncGenerator<string> {
  const { root } = exported
  let count = 0
  for await (const album of albumsIn(root)) {
    count++
    yield* restoreAlbum(album, exported, parts)
  }
  const people = await restorePeople(exported, parts)
  const pages = await restorePages(exported, parts)
  await restoreProfile(exported, parts)
  const rules = await restoreRules(exported.info, parts)
  const restored = [
    countOf(count, 'album'),
    countOf(people.comments, 'comment'),
    countOf(people.likes, 'like'),
    ...(pages > 0 ? [countOf(pages, 'page')] : []),
    ...(rules > 0 ? [countOf(rules, 'rule')] : []),
  ]
  yield `From the export: ${restored.join(', ')}.`
}

/** A page that is written here stays. */
async function restorePages({ root, info }: Exported, { pages }: RestoreParts): Promise<number> {
  let count = 0
  for (const text of info.pages) {
    const name = PageName().safeParse(text)
    if (!name.success || !pages.hidden().includes(name.data)) continue
    try {
      const content = await readSmallFile(join(root, 'pages', `${name.data}.md`), 2 ** 20)
      const { revision } = await pages.source(name.data)
      await pages.save(name.data, { markdown: content.toString('utf8'), revision })
      count++
    } catch {
      // It was removed from the export, or cannot be edited here.
    }
  }
  return count
}

/** Only what is still empty here. */
async function restoreProfile(
  { info, newPhotoOf }: Exported,
  { owner, photos }: RestoreParts,
): Promise<void> {
  const present = owner.user(ownerViewer)
  const { name, bio, picture } = info.owner
  const pic = addressOfPicture(picture, newPhotoOf, photos) ?? ''
  const change = {
    ...(present.name === '' && { name: name.slice(0, limits.ownerName) }),
    ...(present.bio === '' && { bio: bio.slice(0, limits.bio) }),
    ...(present.pic === '' && pic !== '' && { pic }),
  }
  await ignoringRefusal(() => owner.change(change, ownerViewer))
}

async function restoreRules({ settings }: ExportInfo, { rules }: RestoreParts): Promise<number> {
  const wanted = RulesChange().safeParse({ rules: settings.rules })
  if (!wanted.success || rules.get().rules.length > 0) return 0
  await ignoringRefusal(() => rules.set(wanted.data.rules))
  return wanted.data.rules.length
}

/** What the gallery does not accept is left out. */
async function ignoringRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
