import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import { aspectClass, shapedPicture } from '../../src/contract/photos/aspect.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'

const put = <T>(owner: Browser, path: string, body: object) =>
  owner.data<T>(path, { method: 'PUT', body })
const post = <T>(owner: Browser, path: string, body: object) =>
  owner.data<T>(path, { method: 'POST', body })
const newAlbum = (owner: Browser, name: string, rule = '') =>
  post<Album>(owner, '/api/albums', { name, description: '', coverPic: '', rule })
const albumFor = (browser: Browser, { id }: { id: string }, query = '') =>
  browser.data<Album>(`/api/albums/${id}${query}`)
const coverFor = async (browser: Browser, album: { id: string }, query = '') =>
  (await albumFor(browser, album, query)).coverPic
const setCover = (owner: Browser, { id }: { id: string }, coverPic: string) =>
  put<Album>(owner, `/api/albums/${id}`, { coverPic })
const add = (owner: Browser, { id }: { id: string }, ...photos: Photo[]) =>
  put(owner, `/api/albums/${id}/photos/add`, { photoIds: photos.map((photo) => photo.id) })
const takeOut = (owner: Browser, { id }: { id: string }, ...photos: Photo[]) =>
  put(owner, `/api/albums/${id}/photos/delete`, { photoIds: photos.map((photo) => photo.id) })

test('the first photo becomes the cover, however it comes into the album', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const [wide, square, tall] = [
    await upload(
      gallery,
      owner,
      camera({ title: 'Wide', width: 500, height: 400, keywords: ['gate'] }),
    ),
    await upload(gallery, owner, camera({ width: 400, height: 500 })),
    await upload(gallery, owner, camera({ width: 400, height: 501 })),
  ]
  const shapes = [wide, square, tall].map(aspectClass)
  expect(shapes).toEqual(['landscape', 'square', 'portrait'])

  const names = ['screen', 'dialog', 'selection', 'rule', 'imported', 'emptied'] as const
  const made = await Promise.all(names.map((name) => newAlbum(owner, name)))
  const [screen, dialog, selection, byRule, imported, emptied] = made as [Album, ...Album[]]
  expect(made.map(({ coverPic }) => coverPic)).toEqual(names.map(() => ''))

  await add(owner, screen, tall, wide)
  await put(owner, `/api/photos/${square.id}/albums/set`, { albumIds: [dialog!.id] })
  const change = { kind: 'addToAlbum', albumId: selection!.id }
  await post(owner, '/api/photos/batch', { ids: [wide.id], change })
  const { store, albums } = gallery.services
  await store.write(() => {
    const album = albums.byId(imported!.id)!.row_id
    const [photo] = gallery.services.photos.rowIdsOf([square.id])
    albums.addAtPosition(album, photo!, albums.reservePositions(1))
  })
  await put(owner, '/api/rules', {
    rules: [
      {
        conditions: [{ kind: 'rating', atLeast: 3 }],
        action: { kind: 'add to album', album: 'rule' },
      },
    ],
  })
  const filledNow = await newAlbum(owner, 'filled now', 'keyword=gate')
  const filledLater = await newAlbum(owner, 'filled later', 'year=1999')
  const late = await upload(
    gallery,
    owner,
    camera({ title: 'Late', keywords: ['gate'], rating: 4, date: '1999:01:02 03:04:05' }),
  )
  await add(owner, emptied!, late)
  await setCover(owner, emptied!, shapedPicture(wide))

  const covers = [screen, dialog, selection, imported, byRule, filledNow, filledLater, emptied]
  expect(await Promise.all(covers.map((album) => coverFor(owner, album!)))).toEqual(
    [tall, square, wide, square, late, wide, late, wide].map(shapedPicture),
  )
})

test('undoing an addition takes back the cover that it gave, and no other', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos = [
    await upload(gallery, owner),
    await upload(gallery, owner, camera({ width: 500 })),
  ]
  const [first, second] = photos as [Photo, Photo]
  const album = await newAlbum(owner, 'Selection')
  const change = { kind: 'addToAlbum', albumId: album.id }
  const addPhotos = (...added: Photo[]) =>
    post<{ undo: object[] }>(owner, '/api/photos/batch', {
      ids: added.map(({ id }) => id),
      change,
    })
  const undo = ({ undo: steps }: { undo: object[] }) =>
    post(owner, '/api/photos/batch/undo', { steps })

  const given = await addPhotos(first, second)
  expect(await coverFor(owner, album)).toBe(shapedPicture(first))
  await undo(given)
  expect(await albumFor(owner, album)).toMatchObject({ coverPic: '', photoCount: 0 })

  // The next addition gives one again, and undoing a later one leaves it.
  await addPhotos(second)
  await undo(await addPhotos(first))
  expect(await coverFor(owner, album)).toBe(shapedPicture(second))

  // A cover that the owner has chosen since stays.
  const other = await newAlbum(owner, 'Other')
  const addition = await post<{ undo: object[] }>(owner, '/api/photos/batch', {
    ids: [first.id],
    change: { ...change, albumId: other.id },
  })
  await setCover(owner, other, shapedPicture(second))
  await undo(addition)
  expect(await coverFor(owner, other)).toBe(shapedPicture(second))
})

test('a cover that the owner removes stays removed, and one that was deleted is replaced by the next photo', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const [one, two, three] = [
    await upload(gallery, owner, camera({ title: 'One' })),
    await upload(gallery, owner, camera({ title: 'Two' })),
    await upload(gallery, owner, camera({ title: 'Three' })),
  ]
  const bare = await makeAlbum(owner, 'Bare', [one])
  expect((await setCover(owner, bare, '')).coverPic).toBe('')
  // A client that sends the whole album back does not change that.
  await put(owner, `/api/albums/${bare.id}`, await albumFor(owner, bare))
  await add(owner, bare, two)
  expect(await coverFor(owner, bare)).toBe('')
  expect(await coverFor(gallery.asVisitor(), bare)).toBe('')
  expect((await setCover(owner, bare, shapedPicture(two))).coverPic).toBe(shapedPicture(two))

  // Nothing was taken away from an album that had no cover.
  const empty = await makeAlbum(owner, 'Empty')
  await setCover(owner, empty, '')
  await add(owner, empty, one)
  expect(await coverFor(owner, empty)).toBe(shapedPicture(one))
  const elsewhere = await makeAlbum(owner, 'Elsewhere')
  await setCover(owner, elsewhere, 'https://example.org/cover.jpg')
  await add(owner, elsewhere, one)
  expect(await coverFor(owner, elsewhere)).toBe('https://example.org/cover.jpg')

  const trash = (what: 'restore', photo: Photo) =>
    post(owner, `/api/trash/${what}`, { ids: [photo.id] })
  const remove = (photo: Photo) =>
    owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: { removeFiles: true } })
  const square = `/api/squares/${two.fileName}`
  await setCover(owner, bare, square)
  await remove(two)
  for (const viewer of [owner, gallery.asVisitor()]) {
    expect(await coverFor(viewer, bare)).toBe(shapedPicture(one))
  }
  await trash('restore', two)
  expect(await coverFor(owner, bare)).toBe(square)
  await remove(two)
  await add(owner, bare, three)
  await trash('restore', two)
  expect(await coverFor(owner, bare)).toBe(shapedPicture(three))
  await remove(one)
  await trash('restore', one)
  expect(await coverFor(owner, empty)).toBe(shapedPicture(one))
})

test('a cover that a visitor may not see is replaced by the first photo that they may', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const [hidden, shown, coded] = [
    await upload(gallery, owner, camera({ title: 'Hidden' })),
    await upload(gallery, owner, camera({ title: 'Shown', width: 400, height: 300 })),
    await upload(gallery, owner, camera({ title: 'Coded', width: 300, height: 400 })),
  ]
  const stream = await makeAlbum(owner, 'Stream', [shown], { isPhotostream: true })
  const open = await makeAlbum(owner, 'Open', [hidden, shown])
  const closed = await makeAlbum(owner, 'Closed', [hidden, coded])
  const bare = await makeAlbum(owner, 'Nothing left', [hidden])
  await put(owner, `/api/albums/${closed.id}`, { code: 'sesame' })
  for (const album of [open, closed, bare]) await takeOut(owner, album, hidden)
  const query = '?code=sesame'
  const holder = gallery.asVisitor()
  await holder.get(`/api/albums/${closed.id}${query}`)
  const people = { visitor: gallery.asVisitor(), guest: await gallery.asGuest('Gus'), holder }

  expect(await coverFor(owner, open)).toContain(hidden.fileName)
  expect((await gallery.asVisitor().get(`/api/images/${hidden.fileName}`)).status).toBe(404)
  for (const [name, person] of Object.entries(people)) {
    const list = await person.data<Album[]>('/api/albums')
    const ofPhoto = await person.data<Album[]>(`/api/photos/${shown.id}/albums`)
    const cover = shapedPicture(shown)
    for (const album of [await albumFor(person, open), ...list, ...ofPhoto]) {
      expect([name, album.name, album.coverPic]).toEqual([
        name,
        album.name,
        album.id === bare.id ? '' : cover,
      ])
    }
    const texts = await Promise.all(
      [
        ...['/', '/album', `/album/${open.id}`, `/album/${open.id}/${shown.id}`, '/api/albums'],
        ...[
          `/album/${open.id}/feed.atom`,
          `/album/${open.id}/feed.json`,
          '/feed.atom',
          '/sitemap.xml',
        ],
        ...[`/embed/album/${open.id}`, `/api/oembed?url=${gallery.address()}/album/${open.id}`],
      ].map(async (path) => {
        const answer = await person.get(path)
        expect([name, path, answer.status]).toEqual([name, path, 200])
        return answer.text()
      }),
    )
    for (const secret of [hidden.fileName, hidden.id]) expect(texts.join()).not.toContain(secret)
    if (name !== 'holder') expect(texts.join()).not.toContain(coded.fileName)
  }
  expect(await coverFor(holder, closed, query)).toBe(shapedPicture(coded))
  const page = await (await holder.get(`/album/${closed.id}${query}`)).text()
  expect(page).not.toContain(hidden.fileName)

  // The page of albums leaves out what visitors cannot use; the list of the API does not.
  const linked = async (person: Browser) => {
    const text = await (await person.get('/album')).text()
    return [stream, open, closed, bare].filter(({ id }) => text.includes(`data-album="${id}"`))
  }
  const namesOf = (albums: Album[]) => albums.map(({ name }) => name)
  expect(namesOf(await linked(people.visitor))).toEqual(['Open'])
  expect(namesOf(await linked(people.guest))).toEqual(['Open'])
  expect(namesOf(await linked(owner))).toEqual(['Stream', 'Open', 'Closed', 'Nothing left'])
  expect(namesOf(await people.visitor.data<Album[]>('/api/albums'))).toEqual([
    'Nothing left',
    'Open',
    'Stream',
  ])
})

test('an upgrade gives albums their covers, until the owner takes them away', async () => {
  const old = await openGallery({ keepFolder: true })
  const before = await old.asOwner()
  const [early, late] = [
    await upload(old, before, camera({ title: 'Early', date: '2020:01:01 00:00:00' })),
    await upload(old, before, camera({ title: 'Late', date: '2024:01:01 00:00:00' })),
  ]
  const dated = await makeAlbum(before, 'Dated', [early, late])
  await put(before, `/api/albums/${dated.id}`, { orderBy: 2 })
  const chosen = await makeAlbum(before, 'Chosen', [early])
  const changed = await makeAlbum(before, 'Changed', [early])
  const empty = await makeAlbum(before, 'Empty')
  await old[Symbol.asyncDispose]()
  const tables = ['camera', 'camera_model', 'photo', 'rendition', 'album', 'album_photo']
  takeBackTo(27, old.data, tables, (database) => {
    database.run(
      'UPDATE album SET photo_count = (SELECT count(*) FROM album_photo WHERE album = row_id)',
    )
    database.run("UPDATE album SET cover_pic = '', cover_photo = NULL WHERE name <> 'Chosen'")
    database.run("UPDATE album SET cover_pic = '/api/squares/' WHERE name = 'Changed'")
  })

  await using gallery = await openGallery({ data: old.data })
  const owner = await gallery.asOwner()
  const stateOf = async (album: Album) => {
    const { coverPic, hasNewCover } = await albumFor(owner, album)
    return [coverPic, hasNewCover]
  }
  expect(await stateOf(dated)).toEqual([shapedPicture(late), true])
  expect(await stateOf(chosen)).toEqual([shapedPicture(early), undefined])
  expect(await stateOf(changed)).toEqual([shapedPicture(early), true])
  expect(await stateOf(empty)).toEqual(['', undefined])
  expect(await (await gallery.asVisitor().get('/api/albums')).text()).not.toContain('hasNewCover')

  await setCover(owner, changed, shapedPicture(late))
  expect(
    (await gallery.asVisitor().put('/api/albums/covers/settle', { areKept: false })).status,
  ).toBe(401)
  expect((await owner.put('/api/albums/covers/settle', { areKept: 'no' })).status).toBe(400)
  await put(owner, '/api/albums/covers/settle', { areKept: false })
  await add(owner, dated, early)
  await takeOut(owner, dated, early)
  await add(owner, dated, early)
  expect(await stateOf(dated)).toEqual(['', undefined])
  expect(await stateOf(changed)).toEqual([shapedPicture(late), undefined])
  await add(owner, empty, early)
  expect(await stateOf(empty)).toEqual([shapedPicture(early), undefined])
})
