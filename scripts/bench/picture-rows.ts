import { statSync } from 'node:fs'
import { decodeReference } from './import-rows.ts'
import { median } from './measure.ts'
import type { Photos } from './photos.ts'
import { run } from './process.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { ownerCookie } from './sign-in.ts'

const megabytes = (bytes: number) => bytes / 1e6

/**
 * Renditions on demand, the size of the first tiles, a file that is too large, the executable's
 * size.
 */
export function pictureParts(
  product: Product,
  photos: Photos,
  { count }: { count: number },
): Part[] {
  return [
    { name: 'size', about: "the executable's size", run: () => size(product) },
    { name: 'tiles', about: 'bytes of the first twelve tiles', run: () => tiles(product, photos) },
    {
      name: 'demand',
      about: 'renditions made on demand',
      run: () => demanded(product, photos, count),
    },
    {
      name: 'refusal',
      about: 'rejecting a file of 268 megapixels',
      run: () => refused(product, photos),
    },
  ]
}

async function demanded(product: Product, photos: Photos, count: number): Promise<Row[]> {
  const files = await photos.big(count)
  const data = product.newData()
  await product.importInto(data, files)
  const { origin, running } = await product.serve(data)
  const names = await fileNames(origin, count)
  const kinds = [
    { path: 'landscapes/{}?w=800', accept: 'image/webp', pass: 110, stretch: 90 },
    { path: 'squares/{}?w=400', accept: 'image/jpeg', pass: 110, stretch: 90 },
    { path: 'resizes/{}?w=800', accept: 'image/webp', pass: 110, stretch: 90 },
    { path: 'resizes/{}?w=2400', accept: 'image/webp', pass: 230, stretch: 180 },
  ]
  const times = kinds.map(() => [] as number[])
  const decodes: number[] = []
  for (const [index, name] of names.entries()) {
    for (const [kind, { path, accept }] of kinds.entries()) {
      const ms = await timeOf(`${origin}/api/${path.replace('{}', name)}`, accept)
      // The first request includes loading libvips, once per server.
      if (index > 0) times[kind]!.push(ms)
    }
    if (index < 5) decodes.push((await decodeReference([files[index]!], 1)).wallMs)
  }
  await running.stop()
  return kinds.map(({ path, accept, pass, stretch }, kind) => ({
    what: `rendition on demand, 24 megapixels, ${path.replace('/{}', '')} ${accept}: p50`,
    ours: `${rounded(median(times[kind]!))} ms`,
    reference: `${rounded(median(decodes))} ms`,
    judged: median(times[kind]!),
    unit: 'ms',
    bound: 'at most' as const,
    pass,
    stretch,
    note: `${times[kind]!.length} photos, slowest ${rounded(Math.max(...times[kind]!))} ms; reference: one shrink-on-load decode`,
  }))
}

async function tiles(product: Product, photos: Photos): Promise<Row[]> {
  const data = product.newData()
  await product.importInto(data, await photos.big(12))
  const { origin, running } = await product.serve(data)
  const names = await fileNames(origin, 12)
  const bytesOf = async (accept: string) => {
    let bytes = 0
    for (const name of names) {
      const answer = await fetch(`${origin}/api/thumbs/${name}?w=400`, {
        headers: { Accept: accept },
      })
      bytes += (await answer.bytes()).length
    }
    return bytes / 1000
  }
  const modern = await bytesOf('image/avif,image/webp,*/*')
  const jpeg = await bytesOf('*/*')
  await running.stop()
  return [
    {
      what: 'twelve first tiles at 400 px',
      ours: `${rounded(modern)} KB`,
      reference: `${rounded(jpeg)} KB`,
      judged: modern,
      unit: 'KB',
      bound: 'at most',
      pass: 230,
      stretch: 180,
      note: 'reference: the same tiles as JPEG',
    },
  ]
}

async function refused(product: Product, photos: Photos): Promise<Row[]> {
  return [await refusal(product, await photos.special('progressive-268'))]
}

async function refusal(product: Product, file: string): Promise<Row> {
  const { origin, running } = await product.serve(product.newData(), ownerCookie.env)
  const Cookie = await ownerCookie.of(origin)
  const form = new FormData()
  form.set('image', Bun.file(file), 'huge.jpg')
  const begun = performance.now()
  const answer = await fetch(`${origin}/api/local/upload`, {
    method: 'PUT',
    headers: { Cookie },
    body: form,
  })
  const text = await answer.text()
  const ms = performance.now() - begun
  await running.stop()
  return {
    what: `a ${rounded(megabytes(statSync(file).size))} MB 268-megapixel JPEG: status`,
    ours: `${answer.status}`,
    judged: answer.status === 413 ? 1 : 0,
    unit: '',
    bound: 'at least',
    pass: 1,
    note: `${text} after ${rounded(ms)} ms`,
  }
}

async function size(product: Product): Promise<Row[]> {
  const raw = megabytes(statSync(product.executable).size)
  const zstd = await run(['zstd', '-q', '-19', '-T0', '-k', '-f', product.executable])
  if (zstd.exitCode !== 0) throw new Error(zstd.output)
  const packed = megabytes(statSync(`${product.executable}.zst`).size)
  return [
    {
      what: 'executable',
      ours: `${rounded(raw)} MB`,
      judged: raw,
      unit: 'MB',
      bound: 'at most',
      pass: 150,
    },
    {
      what: 'executable, compressed',
      ours: `${rounded(packed)} MB`,
      judged: packed,
      unit: 'MB',
      bound: 'at most',
      pass: 60,
      note: 'zstd -19',
    },
  ]
}

async function timeOf(address: string, accept: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(address, { headers: { Accept: accept } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return performance.now() - begun
}

async function fileNames(origin: string, count: number): Promise<string[]> {
  const answer = await fetch(`${origin}/api/photos?limit=${count}`)
  const { data } = (await answer.json()) as { data: { photos: { fileName: string }[] } }
  if (data.photos.length !== count) throw new Error(`${data.photos.length} photos of ${count}`)
  return data.photos.map(({ fileName }) => fileName)
}
