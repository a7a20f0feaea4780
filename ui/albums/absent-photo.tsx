import type { ReactNode } from 'react'
import { data } from 'react-router'
import type { Album } from '../../src/contract/albums.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { ApiError, api, unwrap } from '../api.ts'
import { Link } from '../components/Link.tsx'
import { Sentence } from '../components/Sentence.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { paths } from '../paths.ts'
import { texts } from './texts.ts'

/** What there is of an album and of a photo that is not in it. */
export type Absence = { readonly album: Album | undefined; readonly photo: Photo | undefined }

/** @throws a 404 that says which of both there is: the owner may know. */
export async function throwAbsence(albumId: string, photoId: string): Promise<never> {
  const query = { photos: 'false' as const }
  const [album, photo] = await Promise.all([
    unlessAbsent(unwrap(api.albums[':id'].$get({ param: { id: albumId }, query }))),
    unlessAbsent(unwrap(api.photos[':id'].$get({ param: { id: photoId } }))),
  ])
  throw data({ album, photo } satisfies Absence, { status: 404 })
}

async function unlessAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.refusal?.code === 404) return undefined
    throw error
  }
}

const words = texts.absent

/** Tells the owner why a photo is not shown in an album, with links to what there is. */
export function AbsentPhoto({ album, photo }: Absence) {
  return (
    <section className="notice">
      <PageTitle>{texts.closed.title}</PageTitle>
      <h1>{headingOf(album, photo)}</h1>
      <p>{album && photo ? words.takenOut : words.deleted}</p>
      {photo && (
        <p>
          <Link to={paths.photo(photo.id)}>{words.toPhoto}</Link>
        </p>
      )}
      <p>
        {album ? (
          <Link to={paths.album(album.id, album.code)}>{words.toAlbum}</Link>
        ) : (
          <Link to={paths.albums()}>{texts.closed.link}</Link>
        )}
      </p>
    </section>
  )
}

function headingOf(album: Album | undefined, photo: Photo | undefined): ReactNode {
  if (!album) return words.noAlbum
  return photo ? <Sentence with={album.name} of={words.notInAlbum} /> : words.noPhoto
}
