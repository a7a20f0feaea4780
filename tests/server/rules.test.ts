// Rules put new photos and versions where they belong, and never move what was placed by hand.
import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { BatchResult } from '../../src/contract/photos/batch.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Rule, RuleRun, Rules, RulesPreview } from '../../src/contract/site/rules.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { type CameraOptions, camera } from '../support/photos.ts'

type Condition = Rule['conditions'][number]
const rated = (atLeast: number): Condition => ({ kind: 'rating', atLeast })
const labelled = (is: string): Condition => ({ kind: 'label', is })
const keyword = (word: string): Condition => ({ kind: 'keyword', how: 'is', keyword: word })
const publish = { kind: 'add to photostream' } as const
const unpublish = { kind: 'remove from photostream' } as const
const into = (album: string) => ({ kind: 'add to album', album }) as const
const rule = (action: Rule['action'], ...conditions: Condition[]): Rule => ({
  conditions,
  action,
})

async function open(settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await openGallery(settings)
  const owner = await gallery.asOwner()
  return { gallery, owner, add: (of: CameraOptions) => upload(gallery, owner, camera(of)) }
}
const setRules = (owner: Browser, ...rules: Rule[]) =>
  owner.data<Rules>('/api/rules', { method: 'PUT', body: { rules } })
const preview = (owner: Browser, body: object = {}) =>
  owner.data<RulesPreview>('/api/rules/preview', { method: 'POST', body })
const isPublic = async (owner: Browser, { id }: Photo) =>
  (await owner.data<Photo>(`/api/photos/${id}`)).isPublic
const albumsOf = async (owner: Browser, { id }: Photo) =>
  (await owner.data<Album[]>(`/api/photos/${id}/albums`)).map(({ name }) => name)

/** Applies the saved rules, and waits for the end. */
async function applied(owner: Browser): Promise<RuleRun> {
  await owner.data<RuleRun>('/api/rules/apply', { method: 'POST', body: {} })
  for (;;) {
    const { run } = await owner.data<Rules>('/api/rules')
    if (run && run.state !== 'running') return run
    await Bun.sleep(5)
  }
}

/** The photo gets a new file, as from an editor. */
async function newVersion({ services }: Gallery, { id }: Photo, of: CameraOptions) {
  const bytes = await camera(of)
  const file = await services.ingest.receive(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream())
  return services.versions.add(id, file, {
    ...{ source: 'local', sourceName: 'again.jpg', sourceDate: null, folder: null, rule: null },
  })
}

describe('order and effect', () => {
  test('rules run in order on each new photo, with everything in its file', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    await setRules(
      owner,
      rule(publish, rated(3)),
      rule(into('Best'), rated(5), labelled('red')),
      rule(unpublish, keyword('people')),
      rule(into('Birds'), keyword('birds')),
    )
    const plain = await add({ rating: 2 })
    const good = await add({ rating: 3, label: 'Green' })
    const best = await add({ rating: 5, label: 'Red' })
    const people = await add({ rating: 5, keywordPaths: ['people|ann'] })
    const heron = await add({ title: 'Heron', keywordPaths: ['animals|birds|heron'] })
    expect(await albumsOf(owner, plain)).toEqual([])
    expect(await albumsOf(owner, good)).toEqual(['Stream'])
    expect(await albumsOf(owner, best)).toEqual(['Best', 'Stream'])
    expect(await albumsOf(owner, people)).toEqual([])
    expect(await albumsOf(owner, heron)).toEqual(['Birds'])
    const { rules, labels, hasPhotostream } = await owner.data<Rules>('/api/rules')
    expect(rules).toHaveLength(4)
    expect(labels).toEqual(['Green', 'Red'])
    expect(hasPhotostream).toBe(true)
  })

  test('rules run on a new version, but leave what was placed by hand', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    const stream = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    await setRules(owner, rule(publish, rated(4)), rule(unpublish, labelled('Red')))
    const changing = await add({ rating: 1 })
    await newVersion(gallery, changing, { rating: 5 })
    expect(await isPublic(owner, changing)).toBe(true)
    await newVersion(gallery, changing, { rating: 5, label: 'Red' })
    expect(await isPublic(owner, changing)).toBe(false)

    const removed = await add({ rating: 5 })
    await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [removed.id] })
    const added = await add({ rating: 1 })
    await owner.put(`/api/photos/${added.id}/albums/set`, { albumIds: [stream.id] })
    const unset = await add({ rating: 4 })
    await owner.put(`/api/photos/${unset.id}/albums/set`, { albumIds: [] })
    await newVersion(gallery, removed, { rating: 4 })
    await newVersion(gallery, added, { rating: 5, label: 'Red' })
    expect(await preview(owner)).toMatchObject({ total: 0, photos: [] })
    expect(await applied(owner)).toMatchObject({ state: 'finished', done: 4, changed: 0 })
    expect(await isPublic(owner, removed)).toBe(false)
    expect(await isPublic(owner, added)).toBe(true)
    expect(await isPublic(owner, unset)).toBe(false)
  })

  test('rules leave what was placed by hand with a selection, also after a stay in the trash', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    await setRules(owner, rule(publish, rated(4)), rule(unpublish, labelled('Red')))
    const removed = await add({ rating: 5 })
    const added = await add({ rating: 1 })
    const batch = ({ id }: Photo, kind: string) =>
      owner.data('/api/photos/batch', { method: 'POST', body: { ids: [id], change: { kind } } })
    await batch(removed, 'makePrivate')
    await batch(added, 'makePublic')
    for (const photo of [removed, added]) await batch(photo, 'trash')
    const ids = [removed.id, added.id]
    await owner.data('/api/trash/restore', { method: 'POST', body: { ids } })
    await newVersion(gallery, removed, { rating: 4 })
    await newVersion(gallery, added, { rating: 5, label: 'Red' })
    expect(await isPublic(owner, removed)).toBe(false)
    expect(await isPublic(owner, added)).toBe(true)
  })

  test('rules move photos again once a change with a selection is undone, but not those placed before', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    await setRules(owner, rule(publish, rated(4)), rule(unpublish, labelled('Red')))
    const plain = await add({ rating: 1 })
    const handled = await add({ rating: 2 })
    const published = await add({ rating: 5 })
    const kept = await add({ rating: 5, title: 'Kept' })
    const batch = (of: Photo[], kind: string) => {
      const ids = of.map(({ id }) => id)
      const body = { ids, change: { kind } }
      return owner.data<BatchResult>('/api/photos/batch', { method: 'POST', body })
    }
    const undo = ({ undo: steps }: BatchResult) =>
      owner.data('/api/photos/batch/undo', { method: 'POST', body: { steps } })
    await batch([handled, kept], 'makePublic')
    await batch([handled, kept], 'makePrivate')
    await batch([kept], 'makePublic')

    const shown = await batch([plain, handled], 'makePublic')
    expect([shown.changed, shown.undo.length]).toEqual([2, 2])
    await undo(shown)
    const hidden = await batch([published, kept], 'makePrivate')
    await undo(hidden)
    for (const photo of [plain, handled]) await newVersion(gallery, photo, { rating: 5 })
    const labels = { rating: 5, label: 'Red' }
    for (const photo of [published, kept]) await newVersion(gallery, photo, labels)
    expect(await isPublic(owner, plain)).toBe(true)
    expect(await isPublic(owner, handled)).toBe(false)
    expect(await isPublic(owner, published)).toBe(false)
    expect(await isPublic(owner, kept)).toBe(true)
  })

  test('rules use the labels and hierarchies of files that are read again', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    await setRules(
      owner,
      rule({ kind: 'hide keyword' }, keyword('people')),
      rule(into('Red ones'), labelled('Red')),
    )
    const of = { title: 'x', keywords: ['ann'], keywordPaths: ['people|ann'], label: 'Red' }
    const photo = await add(of)
    const path = `/api/photos/${photo.id}`
    const hidden = async () => (await owner.data<Photo>(path)).hiddenKeywords
    expect(await hidden()).toEqual(['ann'])
    // As an older program left it.
    const { store } = gallery.services
    await store.write(() =>
      store.connection.run(
        "UPDATE photo SET label = '', keyword_paths = '[]', hidden_keywords = '[]'",
      ),
    )
    expect(await hidden()).toBeUndefined()
    await owner.data(`${path}/read-again`, { method: 'POST', body: {} })
    expect(await hidden()).toEqual(['ann'])
    expect((await owner.data<Rules>('/api/rules')).labels).toEqual(['Red'])
  })

  test('rules use the folder of an import, and have the last word on where it puts photos', async () => {
    const { gallery, owner } = await open()
    await using _ = gallery
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    await setRules(
      owner,
      rule(into('Trip'), { kind: 'folder', is: folder.slice(1).toUpperCase() }),
      rule(unpublish, rated(1)),
    )
    await writeFile(join(folder, 'a.jpg'), await camera({ rating: 2 }))
    await writeFile(join(folder, 'b.jpg'), await camera({}))
    const request = { paths: [folder], isPhotostream: true }
    for await (const event of importFolder(request, gallery.services)) {
      expect(event.kind).not.toBe('failed')
    }
    await rm(folder, { recursive: true })
    const { photos } = await owner.data<{ photos: Photo[] }>('/api/photos')
    const names = await Promise.all(photos.map((photo) => albumsOf(owner, photo)))
    const rated2 = photos.findIndex((photo) => photo.rating === 2)
    expect(names[rated2]).toEqual(['Trip'])
    expect(names[1 - rated2]).toEqual(['Photostream', 'Trip'])
    expect((await owner.data<Rules>('/api/rules')).folders).toEqual([folder])
  })

  test('rules are previewed for the existing photos, page by page, and then applied', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    await makeAlbum(owner, 'Known')
    const photos: Photo[] = []
    for (let n = 0; n < 5; n++)
      photos.push(await add({ rating: n + 1, keywords: ['Ann'], title: 'x' }))
    const rules = [
      rule(publish, rated(4)),
      rule(into('known'), rated(5)),
      rule(into('New'), rated(5)),
      rule({ kind: 'hide keyword' }, keyword('ann'), rated(3)),
    ]
    const draft = await preview(owner, { rules, limit: 2 })
    expect(draft).toMatchObject({ total: 3, madePublic: 2, newAlbums: ['New'], offset: 0 })
    expect(draft.photos.map(({ photo }) => photo.id)).toEqual([photos[2]!.id, photos[3]!.id])
    expect((await preview(owner)).total).toBe(0)
    expect(await owner.data<Album[]>('/api/albums')).toHaveLength(2)

    await setRules(owner, ...rules)
    const { photos: rest } = await preview(owner, { limit: 2, offset: 2 })
    expect(rest.map(({ photo, effects }) => ({ id: photo.id, effects }))).toEqual([
      {
        id: photos[4]!.id,
        effects: [
          { kind: 'add', album: 'Stream', isPhotostream: true },
          { kind: 'add', album: 'Known', isPhotostream: false },
          { kind: 'add', album: 'New', isPhotostream: false },
          { kind: 'hide', keyword: 'Ann' },
        ],
      },
    ])
    expect(await applied(owner)).toMatchObject({ state: 'finished', total: 5, done: 5, changed: 3 })
    expect(await albumsOf(owner, photos[4]!)).toEqual(['Known', 'New', 'Stream'])
    expect(await preview(owner)).toMatchObject({ total: 0, newAlbums: [] })

    // Without the rule, the keyword is shown again, but only once the owner applies that.
    await setRules(owner)
    expect(await owner.data<Photo>(`/api/photos/${photos[2]!.id}`)).toMatchObject({
      hiddenKeywords: ['Ann'],
    })
    const shown = await preview(owner)
    expect(shown.photos[0]!.effects).toEqual([{ kind: 'show', keyword: 'Ann' }])
    expect((await applied(owner)).changed).toBe(3)
    expect(await owner.data<Photo>(`/api/photos/${photos[2]!.id}`)).not.toHaveProperty(
      'hiddenKeywords',
    )
    expect(await isPublic(owner, photos[4]!)).toBe(true)
  })

  test('rules ignore an album that fills itself, and the photostream if there is none', async () => {
    const { gallery, owner, add } = await open()
    await using _ = gallery
    const body = { name: 'Filled', rule: 'rating=5' }
    await owner.data('/api/albums', { method: 'POST', body })
    await setRules(owner, rule(into('Filled'), rated(1)), rule(publish, rated(1)))
    const photo = await add({ rating: 3 })
    expect(await albumsOf(owner, photo)).toEqual([])
    expect(await preview(owner)).toMatchObject({ total: 0 })
    expect(await owner.data<Rules>('/api/rules')).toMatchObject({ hasPhotostream: false })
  })

  test('rules are applied to the end after a restart, and can be cancelled', async () => {
    const first = await open({ keepFolder: true })
    const { data } = first.gallery
    const photos: Photo[] = []
    for (let n = 0; n < 4; n++) photos.push(await first.add({ rating: 5 }))
    await setRules(first.owner, rule(into('Best'), rated(4)))
    const { connection } = first.gallery.services.store
    // As a server that was killed after two of four photos left it.
    connection.run("INSERT INTO rule_run VALUES (1, 'running', 2, 4, 2, 2, 0, NULL)")
    const refused = await first.owner.put('/api/rules', { rules: [] })
    expect(refused.status).toBe(409)
    expect((await errorOf(refused)).message).toContain('being applied')
    await first.gallery.abandon()

    const { gallery, owner } = await open({ data })
    await using _ = gallery
    gallery.services.rules.runs.start()
    while ((await owner.data<Rules>('/api/rules')).run?.state === 'running') await Bun.sleep(5)
    expect((await owner.data<Rules>('/api/rules')).run).toMatchObject({
      ...{ state: 'finished', total: 4, done: 4, changed: 4 },
    })
    expect(await Promise.all(photos.map((photo) => albumsOf(owner, photo)))).toEqual([
      ...[[], [], ['Best'], ['Best']],
    ])

    await owner.data('/api/rules/apply', { method: 'POST', body: {} })
    const cancelled = await owner.data<{ run: RuleRun }>('/api/rules/apply/cancel', {
      ...{ method: 'POST', body: {} },
    })
    expect(['cancelled', 'finished']).toContain(cancelled.run.state)
    expect(await applied(owner)).toMatchObject({ state: 'finished', done: 4 })
    expect(await albumsOf(owner, photos[0]!)).toEqual(['Best'])
  })

  test('rules are refused with a reason if they are meaningless', async () => {
    const { gallery, owner } = await open()
    await using _ = gallery
    const messageFor = async (...rules: unknown[]) => {
      const answer = await owner.put('/api/rules', { rules })
      expect(answer.status).toBe(400)
      return (await errorOf(answer)).message
    }
    expect(await messageFor(rule(publish))).toContain('at least one condition')
    expect(await messageFor(rule({ kind: 'hide keyword' }, rated(3)))).toContain('which keyword')
    expect(await messageFor(rule(into(' '), rated(3)))).toBe(
      'rule 1: album’s name must not be empty',
    )
  })
})
