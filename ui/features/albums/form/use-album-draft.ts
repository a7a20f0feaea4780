import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { type AlbumOrder, albumOrders } from '../../../../src/contract/albums/album-orders.ts'
import type { Album, AlbumChange } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { coverFile } from '../../../catalogue/albums/covers.ts'
import { collectionOf } from '../../../catalogue/list/store.ts'
import { isAllowedPicture, pictureOf } from '../../../kit/account/picture-address.ts'
import { type Problem, problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { reloadUnderLayers } from '../../../kit/navigation/layers.ts'
import { uploadProgressAtom } from '../../../kit/state/background-work.ts'
import { store } from '../../../kit/state/store.ts'
import { addAlbum, changeAlbum } from '../album-changes.ts'
import { texts } from '../texts.ts'
import type { Cover } from './cover-field.tsx'

type AlbumDraft = {
  readonly name: string
  readonly description: string
  readonly cover: Cover
  readonly code: string
  readonly orderBy: AlbumOrder
  readonly downloadable: boolean
  readonly rule: string
}

type Outcome = { readonly saved: Album } | { readonly problem: Problem }

const fields = ['name', 'description', 'coverPic', 'code']

export type AlbumDraftState = ReturnType<typeof useAlbumDraft>

/** The draft of a new or existing album, and how it is saved. */
export function useAlbumDraft(album: Album | undefined) {
  const [draft, setDraft] = useState<AlbumDraft>(() => draftOf(album))
  const [isSaved, setSaved] = useState(false)
  const { setProblem, clearProblems, ...problem } = useProblem(fields)
  const { revalidate } = useRevalidator()

  const change = useCallback(
    (part: Partial<AlbumDraft>) => {
      setDraft((before) => ({ ...before, ...part }))
      clearProblems('cover' in part ? ['coverPic'] : Object.keys(part))
    },
    [clearProblems],
  )

  /** Replaces the address of a photo's page by that of its picture. */
  const resolveCover = async ({ address, photo }: Cover): Promise<string> => {
    const picture = await pictureOf(address)
    if (picture !== address) change({ cover: { address: picture, photo } })
    return picture
  }

  const save = async (): Promise<Outcome> => {
    const refuse = (refusal: Problem): Outcome => {
      setProblem(refusal)
      return { problem: refusal }
    }
    if (draft.name.trim() === '') return refuse({ message: texts.form.nameMissing, field: 'name' })
    try {
      const coverPic = await resolveCover(draft.cover)
      const { name, description } = draft
      const saved = album
        ? await changeAlbum(album.id, changesOf(album, { ...draft, coverPic }))
        : await addAlbum({ name, description, coverPic })
      // Synchronously: allowing the cover may reload the page, which must not count as unsaved.
      flushSync(() => setSaved(true))
      await revalidate()
      if (saved.coverPic !== album?.coverPic) allowCover(saved)
      return { saved }
    } catch (error) {
      // Logged as specified; the form shows it as well.
      console.warn(error)
      return refuse(problemOf(error))
    }
  }

  return {
    draft,
    change,
    isUnsaved: !isSaved && isChanged(album, draft),
    problem,
    save,
    resolveCover,
    isCoverHidden: isHidden(draft.cover.photo, album),
  }
}

function draftOf(album: Album | undefined): AlbumDraft {
  const address = album?.coverPic ?? ''
  return {
    name: album?.name ?? '',
    description: album?.description ?? '',
    cover: { address, photo: album && photoOf(album, address) },
    code: album?.code ?? '',
    orderBy: album?.orderBy ?? albumOrders.none,
    downloadable: album?.downloadable ?? false,
    rule: album?.rule ?? '',
  }
}

function isChanged(album: Album | undefined, draft: AlbumDraft): boolean {
  const { name, description, cover } = draft
  if (!album) return [name, description, cover.address].some((text) => text.trim() !== '')
  return Object.keys(changesOf(album, { ...draft, coverPic: cover.address })).length > 0
}

/** The cover's photo, if it is loaded. */
function photoOf({ id }: Album, address: string): Photo | undefined {
  const fileName = coverFile(address)
  const read = [...(collectionOf(`album:${id}`)?.pages.values() ?? [])].flat()
  return fileName ? read.find((photo) => photo.fileName === fileName) : undefined
}

function changesOf(album: Album, draft: AlbumDraft & { coverPic: string }): AlbumChange {
  const { name, description, coverPic, code, orderBy, downloadable, rule } = draft
  return {
    ...(name !== album.name && { name }),
    ...(description !== album.description && { description }),
    ...(coverPic !== album.coverPic && { coverPic }),
    ...(code.trim() !== (album.code ?? '') && { code }),
    ...(orderBy !== album.orderBy && { orderBy }),
    ...(downloadable !== album.downloadable && { downloadable }),
    ...(rule !== (album.rule ?? '') && { rule }),
  }
}

/** Whether visitors cannot see a new album's cover. An existing album offers only its own photos. */
function isHidden(photo: Photo | undefined, album: Album | undefined): boolean {
  if (!photo || album) return false
  return !photo.isPublic && (photo.visibleIn?.length ?? 0) === 0
}

/**
 * The page's Content-Security-Policy lists the sites that pictures may come from. Reloads the page if
 * the cover is from another site, unless that would stop uploads.
 */
function allowCover({ coverPic }: Album): void {
  if (isAllowedPicture(coverPic) || store.get(uploadProgressAtom)) return
  reloadUnderLayers()
}
