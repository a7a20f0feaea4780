import { expect, test } from 'bun:test'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { Chart, Evidence } from '../../src/contract/site/evidence.ts'
import type {
  Archive,
  KeywordPage,
  Keywords,
  LensInList,
  LensPage,
} from '../../src/contract/site/overviews.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { type CameraOptions, camera } from '../support/photos.ts'

const zoom = 'XF16-55mmF2.8 R LM WR'
const zoomId = 'xf16-55mmf2.8-r-lm-wr'

/** Photos with known settings; those in `shown` are in the photostream. */
async function withPhotos(settings: CameraOptions[], isShown = (_: CameraOptions) => true) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const each of settings) photos.push(await upload(gallery, owner, camera(each)))
  const shown = photos.filter((_, index) => isShown(settings[index]!))
  await makeAlbum(owner, 'Stream', shown, { isPhotostream: true })
  return { gallery, owner, photos }
}

const barsOf = (charts: readonly Chart[], key: Chart['key']) =>
  charts
    .find((chart) => chart.key === key)
    ?.bars.filter(({ count }) => count > 0)
    .map(({ value, count }) => [value, count])

/** Every bar's filter must find as many photos as the bar says. */
async function expectBarsToCount(browser: Browser, charts: readonly Chart[], filter: string) {
  for (const { key, bars } of charts) {
    for (const { value, label, count } of bars) {
      const address = `/api/photos?limit=1&${filter}&${new URLSearchParams({ [key]: value })}`
      const { total } = await browser.data<PhotoList>(address)
      expect([key, label, total]).toEqual([key, label, count])
    }
  }
}

test('a camera’s evidence counts its photos by every setting', async () => {
  const { gallery, owner, photos } = await withPhotos(
    [
      { date: '2020:03:01 07:10:00', focalTenths: 160, fTenths: 28, iso: 200, shutter: 250 },
      { date: '2021:03:01 07:50:00', focalTenths: 230, fTenths: 40, iso: 3200, shutter: 30 },
      { date: '2019:12:31 23:59:00', focalTenths: 233, fTenths: 56, iso: 250, shutter: 60 },
      { date: '2022:06:01 12:00:00', focalTenths: 550, fTenths: 28, iso: 399, shutter: 4000 },
      { date: null, model: 'E-1', iso: 100 },
    ].map((options) => ({ lens: zoom, ...options })),
  )
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const evidence = await visitor.data<Evidence>('/api/cameras/e-10/evidence')
  expect(evidence.photoCount).toBe(4)
  expect(evidence.charts.map(({ key }) => key)).toEqual(['focal', 'f', 'exposure', 'iso', 'hour'])
  expect(barsOf(evidence.charts, 'iso')).toEqual([
    ['200..<400', 3],
    ['3200..<6400', 1],
  ])
  expect(barsOf(evidence.charts, 'hour')).toEqual([
    ['7', 2],
    ['12', 1],
    ['23', 1],
  ])
  expect(barsOf(evidence.charts, 'f')).toEqual([
    ['2.8..<4', 2],
    ['4..<5.6', 1],
    ['5.6..<8', 1],
  ])
  // Equal steps over the range of the lens, and none left out between two bars.
  expect(barsOf(evidence.charts, 'focal')).toEqual([
    ['16..<18', 1],
    ['22..<24', 2],
    ['54..<56', 1],
  ])
  const focal = evidence.charts[0]!.bars
  expect(focal[0]?.label).toBe('16–17.9 mm')
  expect(focal).toHaveLength(20)
  expect(evidence.charts.find(({ key }) => key === 'hour')?.bars).toHaveLength(24)
  await expectBarsToCount(visitor, evidence.charts, 'camera=e-10')

  expect([evidence.first?.id, evidence.last?.id]).toEqual([photos[2]!.id, photos[3]!.id])
  expect(evidence.mostLiked).toBeNull()
  expect(evidence.lenses).toEqual([{ value: zoomId, label: zoom, count: 4 }])
  expect(evidence.cameras).toEqual([])
  const gus = await gallery.asGuest('Gus')
  await gus.post(`/api/likes/${photos[1]!.id}/like`, {})
  await gus.post(`/api/likes/${photos[3]!.id}/like`, {})
  await owner.post(`/api/likes/${photos[1]!.id}/like`, {})
  const { mostLiked } = await visitor.data<Evidence>('/api/cameras/e-10/evidence')
  expect(mostLiked).toMatchObject({ id: photos[1]!.id, likes: 2 })

  // A photo without a date is neither the first nor the last.
  const undated = await visitor.data<Evidence>('/api/cameras/e-1/evidence')
  expect(undated).toMatchObject({ photoCount: 1, first: null, last: null })
  expect(barsOf(undated.charts, 'hour')).toBeUndefined()
})

test('focal lengths far apart are in classes that grow with them', async () => {
  const { gallery } = await withPhotos([60, 500, 3000].map((focalTenths) => ({ focalTenths })))
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const { charts } = await visitor.data<Evidence>('/api/cameras/e-10/evidence')
  expect(barsOf(charts, 'focal')).toEqual([
    ['6..<9', 1],
    ['50..<70', 1],
    ['200..<400', 1],
  ])
  expect(charts[0]!.bars.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 1])
  await expectBarsToCount(visitor, charts, 'camera=e-10')
})

test('lenses are listed with a photo and a count, and each has its own evidence', async () => {
  const { gallery, photos } = await withPhotos([
    { lens: zoom, date: '2020:01:01 00:00:00' },
    { lens: zoom, date: '2021:01:01 00:00:00', model: 'E-1' },
    { lens: 'Ünlü & <b>"50%"</b>', date: '2019:01:01 00:00:00' },
    {},
  ])
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const lenses = await visitor.data<LensInList[]>('/api/lenses')
  expect(lenses.map(({ name, photoCount }) => [name, photoCount])).toEqual([
    ['Ünlü & <b>"50%"</b>', 1],
    [zoom, 2],
  ])
  expect(lenses[1]!.latest?.id).toBe(photos[1]!.id)
  for (const { id, name, photoCount } of lenses) {
    const lens = await visitor.data<LensPage>(`/api/lenses/${encodeURIComponent(id)}`)
    expect(lens).toMatchObject({ id, name, photoCount })
    await expectBarsToCount(
      visitor,
      lens.evidence.charts,
      new URLSearchParams({ lens: id }).toString(),
    )
    const page = await visitor.get(`/lens/${encodeURIComponent(id)}`)
    expect([page.status, (await page.text()).includes('<b>"')]).toEqual([200, false])
  }
  const { evidence } = await visitor.data<LensPage>(`/api/lenses/${zoomId}`)
  expect(evidence.cameras.map(({ value, count }) => [value, count])).toEqual([
    ['e-1', 1],
    ['e-10', 1],
  ])
  expect(evidence.lenses).toEqual([])
})

test('keywords of any kind have their own page, and related ones come from the same photos', async () => {
  const odd = ['a/b', '50%', '%2F', '🦊 fox', 'שלום', '<script>x</script>', 'Ünlü', '?#&', '..']
  const { gallery } = await withPhotos([
    // They are written into XML.
    { title: 'One', keywords: odd.map((word) => Bun.escapeHTML(word)) },
    { title: 'Two', keywords: ['🦊 Fox', 'Snow'] },
    { title: 'Three', keywords: ['Snow', 'Sea'] },
  ])
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const { total, keywords } = await visitor.data<Keywords>('/api/keywords')
  expect([total, keywords.length]).toEqual([11, 11])
  const counts = Object.fromEntries(keywords.map(({ value, count }) => [value, count]))
  expect(counts).toMatchObject({ snow: 2, sea: 1, '🦊 fox': 2, '%2f': 1, '50%': 1, 'a/b': 1 })
  for (const { value, label, count } of keywords.filter(({ value }) => value !== '..')) {
    const path = encodeURIComponent(value)
    const keyword = await visitor.data<KeywordPage>(`/api/keywords/${path}`)
    expect(keyword).toMatchObject({ value, label, count })
    expect(keyword.photos).toHaveLength(count)
    const page = await visitor.get(`/keyword/${path}`)
    const text = await page.text()
    expect([value, page.status]).toEqual([value, 200])
    expect(text).toContain(
      `<link rel="canonical" href="${gallery.address()}/keyword/${path.replaceAll("'", '&#39;')}">`,
    )
    expect(text).not.toContain('<script>x')
  }
  const fox = await visitor.data<KeywordPage>(`/api/keywords/${encodeURIComponent('🦊 FOX')}`)
  expect(fox.related.map(({ value }) => value)).toContain('snow')
  expect(fox.related.map(({ value }) => value)).not.toContain('sea')
  const index = await (await visitor.get('/keyword')).text()
  for (const { value } of keywords.filter(({ value }) => value !== '..')) {
    expect(index).toContain(
      `href="/keyword/${encodeURIComponent(value).replaceAll("'", '&#x27;')}"`,
    )
  }
  // Browsers and proxies would remove the dots from a path.
  expect(index).toContain('href="/photo?keyword=.."')
  for (const nothing of ['cat', '%', '%FF', '%0A', '%00', 'x'.repeat(300)]) {
    expect([nothing, (await visitor.get(`/api/keywords/${nothing}`)).status]).toEqual([
      nothing,
      404,
    ])
    expect([nothing, (await visitor.get(`/keyword/${nothing}`)).status]).toEqual([nothing, 404])
  }
})

test('the archive counts by year and month, newest year first', async () => {
  const dates = ['2020:03:05', '2020:03:06', '2020:12:31', '2022:01:01', null]
  const { gallery, photos } = await withPhotos(
    dates.map((day) => ({ date: day && `${day} 10:00:00` })),
  )
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const archive = await visitor.data<Archive>('/api/archive')
  expect(archive.photoCount).toBe(5)
  expect(archive.undated).toBe(1)
  expect(archive.years.map(({ year, photoCount, months }) => [year, photoCount, months])).toEqual([
    [2022, 1, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    [2020, 3, [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ])
  expect(archive.years[0]!.photos.map(({ id }) => id)).toEqual([photos[3]!.id])
  for (const { year, months } of archive.years) {
    for (const [index, count] of months.entries()) {
      const address = `/api/photos?limit=1&year=${year}&month=${index + 1}`
      expect((await visitor.data<PhotoList>(address)).total).toBe(count)
    }
  }
})

test('the charts are drawn without JavaScript, with a table for screen readers', async () => {
  const { gallery } = await withPhotos([
    { lens: zoom, iso: 200 },
    { lens: zoom, iso: 320 },
    { lens: zoom, iso: 3200, title: 'Tor', keywords: ['Gate'] },
  ])
  await using _ = gallery
  const visitor = gallery.asVisitor()
  for (const [path, filter] of [
    ['/camera/e-10', 'camera=e-10'],
    [`/lens/${zoomId}`, `lens=${zoomId}`],
  ]) {
    const text = (await (await visitor.get(path!)).text()).replaceAll('&amp;', '&')
    expect(text).toContain('<svg')
    const bar = /<a\b[^>]* href="([^"]+)"[^>]*><title>ISO 200–399: 2 photos</.exec(text)
    expect(bar?.[1]).toBe(`/photo?${filter}&iso=200..%3C400`)
    expect(text).toContain('<th scope="row">ISO 200–399</th><td>2</td>')
    expect(text).toContain('<th scope="row">ISO 400–799</th><td>0</td>')
  }
  const archive = (await (await visitor.get('/archive')).text()).replaceAll('&amp;', '&')
  const may = /<a\b[^>]* href="([^"]+)"[^>]*><title>May 2024: 3 photos</.exec(archive)
  expect(may?.[1]).toBe('/photo?year=2024&month=5')
  const titles: [string, string][] = [
    ['/lens', 'Lenses'],
    ['/keyword', 'Keywords'],
    ['/keyword/gate', 'Gate'],
    ['/archive', 'Archive'],
  ]
  for (const [path, title] of titles) {
    const text = await (await visitor.get(path)).text()
    expect(text).toContain(`<title>${title} · Ann Example</title>`)
    expect(text).toContain(`<link rel="canonical" href="${gallery.address()}${path}">`)
    expect(text).toContain('aria-current="page"')
  }
})

test('a new gallery has no lenses, keywords or years, and says so', async () => {
  await using gallery = await openGallery()
  await gallery.asOwner()
  const visitor = gallery.asVisitor()
  for (const [path, heading] of [
    ['/lens', 'No lenses yet'],
    ['/keyword', 'No keywords yet'],
    ['/archive', 'Nothing in the archive yet'],
  ] as const) {
    const page = await visitor.get(path)
    expect([page.status, (await page.text()).includes(heading)]).toEqual([200, true])
  }
  expect((await visitor.get('/lens/nothing')).status).toBe(404)
  expect((await visitor.get('/archive/2024')).status).toBe(404)
})
