import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { multiplyPhotos } from './many-photos.ts'
import { median } from './measure.ts'
import type { Photos } from './photos.ts'
import { run } from './process.ts'
import type { Product } from './product.ts'
import { type Part, rounded } from './rows.ts'

const total = 20_000
const added = 10

/** What a backup costs when nearly all of it is there already. */
export function backupParts(
  product: Product,
  photos: Photos,
  { rounds }: { rounds: number },
): Part[] {
  const backUp = async (data: string, folder: string) => {
    const command = [product.executable, 'backup', folder, '--data', data, '--keep', '2']
    const cost = await run(command)
    if (cost.exitCode !== 0) throw new Error(`the backup failed:\n${cost.output}`)
    return cost
  }
  const incremental = async () => {
    const data = product.newData()
    const files = await photos.small(12 + rounds * added)
    await product.importInto(data, files.slice(0, 12))
    multiplyPhotos(data, total - rounds * added)
    writeOriginals(data)
    const folder = join(product.folder, 'backup')
    const first = await backUp(data, folder)
    const costs = []
    for (let round = 0; round < rounds; round++) {
      const start = 12 + round * added
      await product.importInto(data, files.slice(start, start + added))
      const cost = await backUp(data, folder)
      if (!cost.output.includes(`${added} new files`)) throw new Error(cost.output)
      costs.push(cost)
    }
    rmSync(folder, { recursive: true })
    const cpu = costs.map(({ cpuMs }) => cpuMs)
    return [
      {
        what: `backup of ${total} photos, ${added} of them new, CPU`,
        ours: `${rounded(median(cpu))} ms`,
        judged: median(cpu) / 1000,
        unit: 's',
        bound: 'at most' as const,
        pass: 3,
        stretch: 1.5,
        note: `rounds ${cpu.map(rounded).join(' ')}; peak ${rounded(Math.max(...costs.map(({ peakBytes }) => peakBytes)) / 1e6)} MB; the first backup ${rounded(first.cpuMs)} ms`,
      },
    ]
  }
  return [{ name: 'backup', about: 'an incremental backup of a big gallery', run: incremental }]
}

/** Gives every photo a small file of its own: a backup compares only sizes and hashes. */
function writeOriginals(data: string): void {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  database.run('PRAGMA synchronous = OFF')
  const change = database.query<unknown, { id: string; md5: string; bytes: number }>(
    'UPDATE photo SET md5 = $md5, bytes = $bytes WHERE id = $id',
  )
  const photos = database.query<{ id: string }, []>('SELECT id FROM photo').all()
  database.transaction(() => {
    for (const { id } of photos) {
      const folder = join(data, 'originals', id.slice(-2))
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `${id}.jpg`)
      writeFileSync(path, id, { flag: 'a' })
      const bytes = readFileSync(path)
      const md5 = createHash('md5').update(bytes).digest('hex')
      change.run({ id, md5, bytes: bytes.length })
    }
  })()
  database.close()
}
