import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { hasRealPhotos, realPhotos } from '../../tests/support/real-photos.ts'
import { claim } from './claim.ts'
import { linkFiles, multiplyPhotos } from './many-photos.ts'
import { median } from './measure.ts'
import type { Photos } from './photos.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const homePhotos = 12
const scrolledPhotos = 20_000
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Bench = {
  readonly product: Product
  readonly photos: Photos
  readonly rounds: number
  /** The data folder of a gallery with some photos, made on first use. */
  readonly homeData: () => Promise<string>
}

/** The interface in a visitor's browser: Lighthouse, bytes of a first visit, scrolling. */
export function interfaceParts(
  product: Product,
  photos: Photos,
  { rounds }: { rounds: number },
): Part[] {
  let home: Promise<string> | undefined
  const homeData = () => {
    home ??= (async () => {
      const data = product.newData()
      await product.importInto(data, await filesOfHome())
      claim(data)
      return data
    })()
    return home
  }

  const filesOfHome = () =>
    hasRealPhotos ? realPhotos('cameras/*.jpg').slice(0, homePhotos) : photos.big(homePhotos)

  const bench: Bench = { product, photos, rounds, homeData }
  return [
    {
      name: 'lighthouse',
      about: 'Lighthouse of home on a phone',
      run: () => lighthouseRows(bench),
    },
    {
      name: 'lighthouse-pages',
      about: 'Lighthouse of viewer and album on a phone',
      run: () => lighthousePagesRows(bench),
    },
    { name: 'bytes', about: "what a visitor's first screen loads", run: () => bytes(bench) },
    { name: 'scroll', about: 'frames while many photos are scrolled', run: () => scrolling(bench) },
  ]
}

/** Lighthouse's results for the page that `pathOf` returns for a gallery's origin. */
async function lighthouseOn(
  { product, homeData, rounds }: Bench,
  pathOf: (origin: string) => Promise<string>,
): Promise<Found[]> {
  const { default: lighthouse } = await import('lighthouse')
  const served = await product.serve(await homeData())
  const port = 9222 + (process.pid % 1000)
  const browser = await launch([`--remote-debugging-port=${port}`])
  const found: Found[] = []
  try {
    // Rounds in which the browser painted nothing are repeated.
    for (let tries = 0; found.length < rounds && tries < 2 * rounds + 1; tries++) {
      const result = await lighthouse(served.origin + (await pathOf(served.origin)), {
        port,
        logLevel: 'silent',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
      })
      if (!result) throw new Error('Lighthouse returned nothing')
      if (result.lhr.categories.performance?.score == null) continue
      const { audits, categories } = result.lhr
      const score = (name: string) => (categories[name]?.score ?? 0) * 100
      const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
      found.push({
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        lcpSeconds: value('largest-contentful-paint') / 1000,
        shift: value('cumulative-layout-shift'),
        blockedMs: value('total-blocking-time'),
      })
    }
  } finally {
    await browser.close()
    await served.running.stop()
  }
  if (found.length < rounds) throw new Error('Lighthouse loaded too few pages')
  return found
}

async function lighthouseRows(bench: Bench): Promise<Row[]> {
  const found = await lighthouseOn(bench, async () => '')
  const row = rowOf(`home with ${homePhotos} photos`, found)
  return [
    row('performance', 'performance', '', { bound: 'at least', pass: 98, stretch: 100 }),
    row('LCP', 'lcpSeconds', 's', { bound: 'at most', pass: 1.9, stretch: 1.6 }),
    row('CLS', 'shift', '', { bound: 'at most', pass: 0 }),
    row('TBT', 'blockedMs', 'ms', { bound: 'at most', pass: 50 }),
    row('accessibility', 'accessibility', '', atLeast95),
    row('best practices', 'bestPractices', '', atLeast95),
  ]
}

async function lighthousePagesRows(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [page, pathOf] of Object.entries(otherPages)) {
    const row = rowOf(page, await lighthouseOn(bench, pathOf))
    rows.push(
      row('performance', 'performance', '', { bound: 'at least', pass: 98, stretch: 100 }),
      row('accessibility', 'accessibility', '', atLeast95),
      row('best practices', 'bestPractices', '', atLeast95),
      row('CLS', 'shift', '', { bound: 'at most', pass: 0 }),
    )
  }
  return rows
}

async function bytes({ product, homeData }: Bench): Promise<Row[]> {
  const served = await product.serve(await homeData())
  const browser = await launch()
  const scripts = new Map<string, number>()
  const later = new Map<string, number>()
  let tiles = 0
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 2000 },
      deviceScaleFactor: 1,
    })
    const page = await context.newPage()
    let isFirstScreen = true
    const measuring: Promise<void>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const isScript = pathname.endsWith('.js')
      const isFirst = isFirstScreen
      const measure = async () => {
        const body = await response.body()
        const list = isFirst ? scripts : later
        // The server sends brotli 11 of these bytes.
        if (isScript) list.set(pathname, brotliCompressSync(body).byteLength)
        else if (/^\/api\/(thumbs|squares)\//.test(pathname)) tiles += body.byteLength
      }
      measuring.push(measure())
    })
    await page.goto(served.origin, { waitUntil: 'load' })
    await settled(page)
    isFirstScreen = false
    await page.waitForTimeout(3000)
    await Promise.all(measuring)
  } finally {
    await browser.close()
    await served.running.stop()
  }
  const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((a, b) => a + b, 0)
  return [
    {
      what: "script for a visitor's first screen, brotli",
      ours: `${rounded(sum(scripts) / 1000)} KB`,
      judged: sum(scripts) / 1000,
      unit: 'KB',
      bound: 'at most',
      pass: 98,
      stretch: 92,
      note: `${scripts.size} files; prefetched once the screen was idle: ${rounded(sum(later) / 1000)} KB`,
    },
    {
      what: 'twelve first tiles on a screen of 1440 pixels',
      ours: `${rounded(tiles / 1000)} KB`,
      judged: tiles / 1000,
      unit: 'KB',
      bound: 'at most',
      pass: 230,
      stretch: 180,
      note: `device pixel ratio 1; ${hasRealPhotos ? 'real cameras' : 'plain noise, larger than photos'}`,
    },
  ]
}

async function scrolling({ product, photos }: Bench): Promise<Row[]> {
  const data = product.newData()
  await product.importInto(data, await photos.small(homePhotos))
  multiplyPhotos(data, scrolledPhotos)
  linkFiles(data)
  claim(data)
  const served = await product.serve(data)
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(served.origin, { waitUntil: 'load' })
    await settled(page)
    const { longest, longestAt, slow, frames, tiles } = await page.evaluate(scrollThrough, 20_000)
    return [
      {
        what: `${scrolledPhotos} photos scrolled for 20 s: longest frame`,
        ours: `${rounded(longest)} ms`,
        judged: longest,
        unit: 'ms',
        bound: 'at most',
        pass: 50,
        note: `after ${rounded(longestAt / 1000)} s; ${frames} frames, ${slow} over 50 ms, ${tiles} photos passed`,
      },
    ]
  } finally {
    await browser.close()
    await served.running.stop()
  }
}

const atLeast95 = { bound: 'at least', pass: 95 } as const

const otherPages = {
  viewer: async (origin: string) => `/photo/${await firstOf(origin, '/api/photos?limit=1')}`,
  album: async (origin: string) => `/album/${await firstOf(origin, '/api/albums')}`,
}

const rowOf =
  (page: string, found: Found[]) =>
  (what: string, key: keyof Found, unit: string, limits: Limits): Row => {
    const all = found.map((each) => each[key])
    return {
      what: `Lighthouse mobile, ${page}: ${what}`,
      ours: `${rounded(median(all))} ${unit}`.trim(),
      judged: median(all),
      unit,
      ...limits,
      note: `rounds ${all.map(rounded).join(' ')}`,
    }
  }

type Limits = Pick<Row, 'bound' | 'pass' | 'stretch'>
type Found = {
  performance: number
  accessibility: number
  bestPractices: number
  lcpSeconds: number
  shift: number
  blockedMs: number
}

const launch = (flags: string[] = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [...browserFlags, ...flags],
  })

/** The id of the first item in a list. */
async function firstOf(origin: string, path: string): Promise<string> {
  const { data } = (await (await fetch(origin + path)).json()) as {
    data: { id: string }[] | { photos: { id: string }[] }
  }
  const [first] = Array.isArray(data) ? data : data.photos
  if (!first) throw new Error(`${path} lists nothing`)
  return first.id
}

/** Waits until the page is hydrated and its first images have loaded. */
async function settled(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    [...document.images].slice(0, 12).every((image) => image.complete && image.naturalWidth > 0),
  )
}

/** Runs in the page: scrolls like an endless wheel and times every frame. */
function scrollThrough(ms: number) {
  type Seen = { longest: number; longestAt: number; slow: number; frames: number; tiles: number }
  return new Promise<Seen>((resolve) => {
    const seen = { longest: 0, longestAt: 0, slow: 0, frames: 0, tiles: 0 }
    const begun = performance.now()
    let last = begun
    const step = (now: number) => {
      // The first frame includes whatever came before.
      if (seen.frames > 0 && now - last > seen.longest) {
        seen.longest = now - last
        seen.longestAt = now - begun
      }
      if (seen.frames > 0 && now - last > 50) seen.slow++
      seen.frames++
      last = now
      window.scrollBy(0, 60)
      if (now - begun < ms) requestAnimationFrame(step)
      else {
        seen.tiles = document.querySelectorAll('a.tile').length
        resolve(seen)
      }
    }
    requestAnimationFrame(step)
  })
}
