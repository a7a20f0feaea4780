import { Hono } from 'hono'
import { z } from 'zod'
import { Album, ItemCount, RulePreview } from '../contract/albums/albums.ts'
import { Camera } from '../contract/cameras/cameras.ts'
import { Photo, PhotoList, UploadedPhoto } from '../contract/photos/photos.ts'
import { WaitingUpload } from '../contract/photos/versions.ts'
import type { Env } from '../http/env.ts'
import {
  bytes,
  cameraForm,
  photoForm,
  rendition,
  renditionParameters,
} from '../http/openapi/bytes.ts'
import { filterParameters } from '../http/openapi/openapi-parameters.ts'
import { anybody, owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const jpeg = bytes('image/jpeg')
const cameraPicture = bytes('image/jpeg', 'image/png')

const outOfReach = {
  503: 'The store of the photos does not answer; `Retry-After` says when to retry.',
}
const stored = { ...outOfReach, 507: 'The disk or the store of the photos is full.' }
const busy = {
  503: 'Too many pictures are being rendered, or the store of the photos does not answer; `Retry-After` says when to retry.',
}
const picture = { 416: 'The requested range is outside the picture.', ...busy }
const resized = {
  400: '`w` is not one of the supported widths, or `f` not one of the formats.',
  ...picture,
}
const wholeLists = { 429: 'Too many long lists were requested from this network.' }
const listErrors = {
  404: '`around` is not in the list, the list is not visible, or search is disabled.',
  ...wholeLists,
}
const filtered = { parameters: filterParameters }
const takenName = { 409: 'An album with this name already exists.' }
const changedAlbum = {
  400: 'The body is malformed, or asks for a manual order of an album that fills itself.',
  409: 'An album with this name already exists, or the album is the photostream and would fill itself.',
}
const fillsItself = { 409: 'The album fills itself.' }

/** Uploads, whose bodies are forms and not JSON. */
export const uploadRoutes = (h: Handlers) =>
  new Hono<Env>()
    .put(
      '/local/upload',
      owner(
        'Upload a photo, or its lost original again',
        UploadedPhoto,
        {
          400: 'The file is incomplete or damaged, or the form is malformed.',
          409: 'This photo is already in the gallery, and `details.photoId` names it; or too many files wait for a decision.',
          413: 'The file has too many bytes or pixels.',
          415: 'The file is not a JPEG, or the body is not a form.',
          ...stored,
        },
        {
          form: photoForm,
          also: {
            202: {
              description: 'With `onMatch` `ask`: the file waits for a decision',
              response: WaitingUpload,
            },
          },
        },
      ),
      ...h.upload.upload,
    )
    .put(
      '/cameras/:id/image/upload',
      owner(
        'Upload a camera’s picture',
        Camera,
        {
          413: 'The picture is larger than 10 MiB, or has too many pixels.',
          415: 'The file is neither a JPEG nor a PNG, or the body is not a form.',
          ...stored,
        },
        { form: cameraForm },
      ),
      ...h.cameras.upload,
    )

export const photoRoutes = (h: Handlers) =>
  new Hono<Env>()
    // Photos
    .get(
      '/photos',
      anybody('The photostream (all photos for the owner)', PhotoList, listErrors, filtered),
      ...h.photos.list,
    )
    .get(
      '/photos/search',
      anybody(
        'Search photos by camera or words',
        PhotoList,
        { 404: '`around` is not in the results, or search is disabled.', ...wholeLists },
        filtered,
      ),
      ...h.photos.search,
    )
    .get('/photos/:id', anybody('A photo', Photo), ...h.photos.get)
    .put('/photos/:id', owner('Change a photo’s details', Photo), ...h.photos.change)
    .delete(
      '/photos/:id',
      owner('Move a photo to the trash', Photo, undefined, {
        description:
          'It is deleted for good after 30 days. `removeFiles` says whether its original is deleted then, or moved to `removed/`.',
      }),
      ...h.photos.remove,
    )
    .delete(
      '/photo',
      owner(
        'Delete every photo, also in the trash',
        PhotoList,
        { 409: 'The gallery does not have `count` photos; `details.total` is the actual number.' },
        // The generated name would be that of deleting one photo.
        { operationId: 'deleteEveryPhoto' },
      ),
      ...h.photos.removeAll,
    )
    .get('/photos/:id/original', owner('The original file', jpeg, outOfReach), ...h.photos.original)
    .get(
      '/photos/:id/albums',
      anybody('Albums containing a photo', () => z.array(Album())),
      ...h.photos.albums,
    )
    .put(
      '/photos/:id/albums/set',
      owner('Set a photo’s albums', () => z.array(Album()), {
        409: 'One of the albums fills itself, and does not contain the photo.',
      }),
      ...h.photos.setAlbums,
    )
    .get('/photos/:id/edit/preview', owner('Preview a crop', jpeg, busy), ...h.photos.previewEdit)
    .put(
      '/photos/:id/edit',
      owner('Crop and rotate a photo', Photo, { ...stored, ...busy }),
      ...h.photos.edit,
    )
    .delete(
      '/photos/:id/edit',
      owner('Undo crop and rotation', Photo, { ...stored, ...busy }),
      ...h.photos.restore,
    )

    // Their pictures
    .get(
      '/thumbs/:fileName',
      anybody('A photo at 400 × 400', rendition, resized, renditionParameters('thumb')),
      ...h.images.thumb,
    )
    .get(
      '/squares/:fileName',
      anybody('A photo at 1200 × 1200', rendition, resized, renditionParameters('square')),
      ...h.images.square,
    )
    .get(
      '/portraits/:fileName',
      anybody('A photo at 1080 × 1350', rendition, resized, renditionParameters('portrait')),
      ...h.images.portrait,
    )
    .get(
      '/landscapes/:fileName',
      anybody('A photo at 1200 × 628', rendition, resized, renditionParameters('landscape')),
      ...h.images.landscape,
    )
    .get(
      '/resizes/:fileName',
      anybody('A photo in its own aspect ratio', rendition, resized, renditionParameters('resize')),
      ...h.images.resize,
    )
    .get('/images/:fileName', anybody('A photo in full size', jpeg, picture), ...h.images.original)

    // Albums
    .get(
      '/albums',
      anybody('Albums without a code', () => z.array(Album())),
      ...h.albums.list,
    )
    .post('/albums', owner('Create an album', Album, takenName), ...h.albums.create)
    .get(
      '/albums/rule/preview',
      owner('Count the photos that a rule would put into an album', RulePreview),
      ...h.albums.previewRule,
    )
    .get('/albums/:id', anybody('An album', Album, wholeLists), ...h.albums.get)
    .put('/albums/:id', owner('Change an album', Album, changedAlbum), ...h.albums.change)
    .delete('/albums/:id', owner('Delete an album, keeping its photos', Album), ...h.albums.remove)
    .get(
      '/albums/:id/photos',
      anybody('An album’s photos', PhotoList, listErrors, filtered),
      ...h.albums.photos,
    )
    .get(
      '/albums/:id/download',
      anybody(
        'An album’s photos as a zip file',
        bytes('application/zip'),
        {
          404: 'The album is not visible, or its owner does not allow downloads.',
          429: 'Too many albums were downloaded from this network.',
        },
        {
          description:
            'The public originals in the album’s order, each as /api/images sends it. Photos that could not be added are listed in “Missing photos.txt”.',
        },
      ),
      ...h.albums.download,
    )
    .put(
      '/albums/:id/photos/add',
      owner('Add photos to an album', ItemCount, fillsItself),
      ...h.albums.addPhotos,
    )
    .put(
      '/albums/:id/photos/delete',
      owner('Remove photos from an album', ItemCount, fillsItself),
      ...h.albums.removePhotos,
    )
    .put('/albums/:id/order', owner('Save a manual order', Album, fillsItself), ...h.albums.order)

    // Cameras
    .get('/cameras', anybody('Cameras of the visible photos', z.array(Camera)), ...h.cameras.list)
    .get('/cameras/:id', anybody('A camera', Camera), ...h.cameras.get)
    .put('/cameras/:id', owner('Change a camera’s specifications', Camera), ...h.cameras.change)
    .put(
      '/cameras/:id/image',
      owner('Set a camera’s picture from a web address', Camera, {
        400: 'The address is not allowed, does not respond, or is not a picture.',
        413: 'The picture is larger than 10 MiB, or has too many pixels.',
        ...stored,
      }),
      ...h.cameras.fetchImage,
    )
    .get(
      '/cameras/:id/image',
      anybody('A camera’s picture', cameraPicture, outOfReach),
      ...h.cameras.image,
    )
    .get(
      '/cameras/:id/image/:size',
      anybody('A camera’s picture, resized', cameraPicture, outOfReach),
      ...h.cameras.image,
    )
