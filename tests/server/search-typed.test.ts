// What people type in their own language, on their own keyboard, finds what files and owners wrote.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import type { Facets } from '../../src/contract/search/facets.ts'
import type { Rules } from '../../src/contract/site/rules.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

async function withTitles(titles: readonly string[]) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await upload(gallery, owner, camera())
    await owner.data(`/api/photos/${id}`, { method: 'PUT', body: { id, title } })
    ids.push(id)
  }
  const found = async (q: string, browser: Browser = owner) => {
    const search = new URLSearchParams({ limit: '50', q })
    const list = await browser.data<PhotoList>(`/api/photos/search?${search}`)
    expect(list.total).toBe(list.length)
    return list.photos.map(({ id }) => ids.indexOf(id)).sort((a, b) => a - b)
  }
  return { gallery, owner, ids, found }
}

const finds = async (
  found: (q: string) => Promise<number[]>,
  cases: Record<string, readonly number[]>,
) => {
  for (const [q, expected] of Object.entries(cases)) {
    expect([q, await found(q)]).toEqual([q, [...expected]])
  }
}

test('words are found inside text without spaces, also of one and two characters', async () => {
  const { gallery, found } = await withTitles([
    '京都の紅葉と清水寺', // 0
    '東京都庁の夜景 2024', // 1
    '富士山', // 2
    'iPhoneで撮った空港', // 3
    '한국의서울에서 본 야경', // 4
    'ภูเขาไฟฟูจิในฤดูหนาว', // 5
    'ພູເຂົາແລະແມ່ນ້ຳ', // 6
    'ប្រាសាទអង្គរវត្ត', // 7
    'ရွှေတိဂုံဘုရား', // 8
    'カメラとレンズ', // 9
    '今日は朝から晩まで京都の寺を歩いて写真をたくさん撮りましたabc 2024', // 10
  ])
  await using _ = gallery
  await finds(found, {
    京都: [0, 1, 10],
    東京: [1],
    東京都: [1],
    都庁: [1],
    山: [2],
    都: [0, 1, 10],
    寺: [0, 10],
    今日は朝から晩まで京都の寺を歩いて写真をたくさん撮りましたabc: [10],
    一今日は朝から晩まで京都の寺を歩いて写真をたくさん撮りましたabc: [],
    紅葉: [0],
    紅寺: [],
    '清水 京都': [0],
    '京都 2024': [1, 10],
    iphoneで: [3],
    空港: [3],
    港: [3],
    서울: [4],
    서울에: [4],
    야: [4],
    울서: [],
    ภูเขา: [5],
    ฤดู: [5],
    หนาว: [5],
    นาวห: [],
    ເຂົາ: [6],
    អង្គរ: [7],
    ဘုရား: [8],
    めら: [9],
    レンズ: [9],
    ﾚﾝｽﾞ: [9],
    '「京都」': [0, 1, 10],
    '京都　紅葉': [0],
  })
})

test('letters are found by their plain forms and plain letters by theirs', async () => {
  const { gallery, found } = await withTitles([
    'Łódź w zimie', // 0
    'Lodz by night', // 1
    'Straße in München', // 2
    'strasse muenchen', // 3
    'Ærøskøbing', // 4
    'Ἀθῆναι – Αθήνα', // 5
    'Ёлка и йогурт', // 6
    'Đà Nẵng'.normalize('NFD'), // 7
    'İstanbul, ılık', // 8
    'שָׁלוֹם עולם', // 9
    'القَاهِرَة أحمد', // 10
    'Café ＦＩＮＥ'.normalize('NFD'), // 11
    'ﬁre in Hawaiʻi', // 12
    'Γιώργος', // 13
    'sunset 🌅', // 14
  ])
  await using _ = gallery
  await finds(found, {
    lodz: [0, 1],
    ŁÓDŹ: [0, 1],
    strasse: [2, 3],
    straße: [2, 3],
    munchen: [2],
    muenchen: [2, 3],
    München: [2, 3],
    aeroskobing: [4],
    aeroeskoebing: [4],
    Ærø: [4],
    αθηναι: [5],
    ΑΘΉΝΑΙ: [5],
    γιωργοσ: [13],
    ΓΙΏΡΓΟΣ: [13],
    елка: [6],
    ИОГУРТ: [6],
    'da nang': [7],
    'Đà Nẵng': [7],
    istanbul: [8],
    ılik: [8],
    שלום: [9],
    القاهره: [10],
    احمد: [10],
    cafe: [11],
    fine: [11],
    ｃａｆé: [11],
    fire: [12],
    hawaii: [12],
    'hawai’i': [12],
    '🌅': [14],
    '“sunset”': [14],
    '„Straße“': [2, 3],
    '«cafe»': [11],
    'cafe\u00a0fine': [11],
    'cafe\u202ffine': [11],
    lodge: [],
  })
})

test('keywords, makers and lenses are compared the same way, and hidden keywords stay hidden', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const rules = [
    {
      conditions: [{ kind: 'keyword', how: 'is', keyword: 'people|Żółw' }],
      action: { kind: 'hide keyword' },
    },
  ]
  await owner.data<Rules>('/api/rules', { method: 'PUT', body: { rules } })
  const made = { title: 'Gate', make: 'Voigtländer', model: 'Beßa' }
  const photo = await upload(
    gallery,
    owner,
    await camera({
      ...made,
      keywords: ['Łódź', 'Żółw', '紅葉狩り'],
      keywordPaths: ['people|Żółw'],
    }),
  )
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const visitor = gallery.asVisitor()
  const total = async (browser: Browser, query: string) =>
    (await browser.data<PhotoList>(`/api/photos?limit=5&${query}`)).total
  const inWords = async (browser: Browser, q: string) =>
    (await browser.data<PhotoList>(`/api/photos/search?limit=5&q=${encodeURIComponent(q)}`)).total
  for (const query of ['keyword=lodz', 'keyword=ŁÓDŹ', 'keyword=~łod', 'make=voigtlander']) {
    expect([query, await total(visitor, query)]).toEqual([query, 1])
  }
  for (const query of ['make=voigtlaender', 'camera=~bessa', 'camera=~BEßA', '-keyword=krakow']) {
    expect([query, await total(visitor, query)]).toEqual([query, 1])
  }
  expect(await total(visitor, 'keyword=krakow')).toBe(0)
  expect(await total(visitor, '-keyword=lodz')).toBe(0)
  for (const q of ['zolw', 'ŻÓŁW', 'żó']) {
    expect([q, await inWords(owner, q), await inWords(visitor, q)]).toEqual([q, 1, 0])
  }
  expect(await total(owner, 'keyword=zolw')).toBe(1)
  expect(await total(visitor, 'keyword=zolw')).toBe(0)
  expect(await inWords(visitor, '葉狩')).toBe(1)
  const { facets } = await visitor.data<{ facets: Facets }>('/api/photos?limit=1&facets=keyword')
  expect(facets.keyword?.map(({ label }) => label).sort()).toEqual(['Łódź', '紅葉狩り'])
})

test('texts are found from their first save on, through the trash and back', async () => {
  const { gallery, owner, ids, found } = await withTitles(['京都', 'Łódź'])
  await using _ = gallery
  const [first] = ids
  await owner.data(`/api/photos/${first}`, { method: 'PUT', body: { id: first, title: '東京' } })
  await finds(found, { 京都: [], 東京: [0], lodz: [1] })
  await owner.data(`/api/photos/${first}`, { method: 'DELETE', body: { removeFiles: false } })
  await finds(found, { 東京: [], lodz: [1] })
  // A program that changes the database itself, as none of this one's writes.
  const { connection } = gallery.services.store
  connection.run("UPDATE photo SET title = 'Gdańsk' WHERE title = 'Łódź'")
  await finds(found, { gdansk: [1], '東京 gdansk': [] })
})

test('each part of any text finds its photo, and no text breaks a search', async () => {
  const { gallery, owner, ids, found } = await withTitles([''])
  await using _ = gallery
  const letters = 'abcXYZ019ŁóßœİıΣςЁйאבأحкか京都山ー서울ภเขา🌅é'
  const signs = ' 　-–’「」“.,:"*()^{}\\/'
  const unit = fc.constantFrom(...letters, ...signs, 'AND', 'NEAR(', 'title:', 'e\u0301')
  const text = fc.array(unit, { minLength: 1, maxLength: 14 }).map((units) => units.join(''))
  const word = /[\p{L}\p{N}]/u
  await fc.assert(
    fc.asyncProperty(text, async (title) => {
      const id = ids[0]!
      await owner.data(`/api/photos/${id}`, { method: 'PUT', body: { id, title } })
      const parts = title.split(/\s+/u).filter((part) => word.test(part))
      for (const part of parts.slice(0, 3)) {
        for (const q of [part, part.normalize('NFD'), part.toUpperCase(), `“${part}”`]) {
          expect([title, q, await found(q)]).toEqual([title, q, [0]])
        }
      }
    }),
    { numRuns: 25 },
  )
})
