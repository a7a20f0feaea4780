import { createHash } from 'node:crypto'
import { anonymousVisitor, ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { type CardSet, cardPath, cardSize } from '../../contract/site/cards.ts'
import { oncePerVersion } from '../../core/database/once-per-version.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { cardCells, composeCard } from '../../images/compose-card.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import type { Library } from '../../storage/library.ts'
import type { Albums } from '../albums/albums.ts'
import type { ListSource } from '../photos/lists.ts'
import type { Photos } from '../photos/photos.ts'
import type { Pictures } from '../photos/pictures.ts'
import type { UxConfigRules } from '../settings/ux-config/ux-config.ts'
import { createShareImageFiles } from './image-files.ts'

/** Part of every version; raise it when share images are composed differently. */
const composition = 1
const mostPhotos = 6

/** As in ui/kit/theme: what is behind the photos of a page. */
const backgrounds = { light: '#ffffff', dark: '#121214' } as const

type ShareImage = {
  readonly set: string
  readonly version: string
  readonly photos: readonly Photo[]
  readonly background: string
  readonly keepsAiOut: boolean
  /** Anonymous visitors may see it, so shared caches may store it. */
  readonly isOpen: boolean
}

export type ShareImageFile = {
  readonly content: Uint8Array
  readonly bytes: number
  readonly etag: string
  readonly isOpen: boolean
}

export type ShareImages = ReturnType<typeof createShareImages>

type Parts = {
  store: Pick<Store, 'version'>
  photos: Photos
  albums: Albums
  pictures: Pictures
  uxConfig: Pick<UxConfigRules, 'get'>
  queue: RenderQueue
  library: Library
  keepsAiOut: () => boolean
}

/**
 * A picture of the first photos of a set, for links to it. It shows only what an anonymous visitor may
 * see; that of an album with a code is for those who may open the album.
 */
export function createShareImages(parts: Parts) {
  const { photos, albums } = parts
  const load = createShareImageLoader(parts)
  const openImages = oncePerVersion<ShareImage>(parts.store.version)

  /** For pages, each of which links to one; that of an open set is the same for everyone. */
  const imageOf = (set: CardSet, viewer: Viewer): ShareImage =>
    isOpenToAll(set, albums)
      ? openImages(JSON.stringify(set), () => describe(set, viewer, parts))
      : describe(set, viewer, parts)

  return {
    /**
     * The picture for a link to a page, if the set has photos that visitors may see. `code` is the
     * album's, from the page's own address.
     */
    pictureOf: (set: CardSet, viewer: Viewer, { alt, code }: { alt: string; code?: string }) => {
      try {
        const { version, isOpen } = imageOf(set, viewer)
        const path = cardPath(set, version, isOpen ? '' : code)
        return { path, ...cardSize, alt }
      } catch (error) {
        if (error instanceof AppError && error.code === 404) return undefined
        throw error
      }
    },
    /**
     * The present picture of a set. With `version`, only if that is still the present one, so that
     * what it shows never changes.
     * @throws AppError 404 if the viewer may not see it, 503 if too many pictures are being made.
     */
    find: async (
      set: CardSet,
      version: string | undefined,
      viewerNow: () => Viewer,
      onRender: () => void,
      client: string,
    ): Promise<ShareImageFile> => {
      const requirePresent = () => {
        const image = describe(set, viewerNow(), parts)
        if (version !== undefined && version !== image.version) throw notFound()
        return image
      }
      if (set.kind === 'cameras' || set.kind === 'lenses') {
        await photos.prepareFilters(photos.listSource(anonymousVisitor))
      }
      const image = requirePresent()
      const content = await load(image, onRender, client).catch((error: unknown) => {
        requirePresent()
        throw error
      })
      // A photo may have been hidden meanwhile.
      const now = requirePresent()
      if (now.version !== image.version) throw notFound()
      return { content, bytes: content.length, etag: `"${image.version}"`, isOpen: now.isOpen }
    },
  }
}

const isOpenToAll = (set: CardSet, albums: Albums): boolean =>
  set.kind !== 'albums' || albums.isOpen(set.id, anonymousVisitor)

/** @throws AppError 404 if there is nothing to show. */
function describe(set: CardSet, viewer: Viewer, parts: Parts): ShareImage {
  const { photos, albums, uxConfig } = parts
  const isOpen = isOpenToAll(set, albums)
  const audience = isOpen ? anonymousVisitor : viewer
  const source = sourceOf(set, audience, parts)
  const first = photos.list(source, { limit: mostPhotos }, audience).photos
  const shown = first.slice(0, cardCells(first.length).length)
  if (shown.length === 0) throw notFound()
  const background = backgrounds[uxConfig.get().colorTheme]
  const keepsAiOut = parts.keepsAiOut()
  const fileNames = shown.map(({ fileName }) => fileName)
  const name = JSON.stringify(set)
  const version = createHash('sha256')
    .update(JSON.stringify([composition, name, background, keepsAiOut, ...fileNames]))
    .digest('base64url')
    .slice(0, 22)
  return { set: name, version, photos: shown, background, keepsAiOut, isOpen }
}

function sourceOf(
  set: CardSet,
  viewer: Viewer,
  { photos, albums }: Pick<Parts, 'photos' | 'albums'>,
): ListSource | undefined {
  const takenWith = (key: 'camera' | 'lens', id: string) =>
    photos.filteredSource({ terms: [{ key, isExcluded: false, values: [id] }] }, anonymousVisitor)
  switch (set.kind) {
    case 'site':
      return photos.photostream()
    case 'albums':
      return albums.source(set.id, viewer)
    case 'cameras':
      return takenWith('camera', set.id)
    case 'lenses':
      return takenWith('lens', set.id)
  }
}

/** Loads a share image from its file, or composes it: once, however many requests wait for it. */
function createShareImageLoader({
  pictures,
  queue,
  library,
}: Pick<Parts, 'pictures' | 'queue' | 'library'>) {
  const files = createShareImageFiles(library)
  const pending = new Map<string, Promise<Uint8Array>>()

  /** Each source is rendered first if it is missing, so no place in the queue is taken here. */
  const readSource = async (
    { fileName, width, height }: Photo,
    { isWide, client }: { isWide: boolean; client: string },
  ) => {
    const isCutWide = isWide || width > 1.6 * height
    const { content } = await pictures.find(
      { variant: isCutWide ? 'landscape' : 'square', fileName, w: undefined, f: 'jpg' },
      () => false,
      () => ownerViewer,
      () => undefined,
      client,
    )
    return content instanceof Uint8Array ? content : Bun.file(content.path).bytes()
  }

  const compose = async (
    { set, version, photos, ...look }: ShareImage,
    client: string,
  ): Promise<Uint8Array> => {
    const cells = cardCells(photos.length)
    const sources = await Promise.all(
      photos.map((photo, index) => {
        const { width, height } = cells[index]!
        return readSource(photo, { isWide: width > 1.6 * height, client })
      }),
    )
    const bytes = await queue.forVisitor(() => composeCard(sources, look), client)
    await files.keep(set, version, bytes).catch((error: unknown) => {
      warn(`Could not save a share image: ${String(error)}`)
    })
    return bytes
  }

  const composeOnce = (image: ShareImage, client: string): Promise<Uint8Array> => {
    const { version } = image
    const composing =
      pending.get(version) ?? compose(image, client).finally(() => pending.delete(version))
    pending.set(version, composing)
    return composing
  }

  return async (image: ShareImage, onRender: () => void, client: string) => {
    await files.begin()
    const kept = await files.find(image.set, image.version)
    if (kept) return kept
    onRender()
    return composeOnce(image, client)
  }
}
