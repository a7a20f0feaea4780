// What Litestream does to a database, as a process of its own: it holds read transactions, adds its
// tables, checkpoints in every mode, and copies the database whenever it is asked.
import { Database } from 'bun:sqlite'
import { copyFileSync } from 'node:fs'

const [path = '', folder = '', busyMs = '1000'] = process.argv.slice(2)
const modes = ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'] as const
/** Litestream waits this long for locks. */
const busy = `PRAGMA busy_timeout = ${Number(busyMs)}`

const open = () => {
  const connection = new Database(path, { create: false, readwrite: true, strict: true })
  connection.run(busy)
  connection.run('PRAGMA wal_autocheckpoint = 0')
  return connection
}

const work = open()
const reader = open()
work.run('CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)')
work.run('CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)')

const counts = { checkpoints: 0, busy: 0, locks: 0, replicas: 0 }
const hold = () => {
  reader.run('BEGIN')
  reader.query('SELECT COUNT(1) FROM _litestream_seq').get()
}
const letGo = () => reader.run('ROLLBACK')

/** As Litestream: a write lock that is rolled back, so that nothing is written while it copies. */
function locked(copy: () => void): void {
  work.run('BEGIN IMMEDIATE')
  try {
    work.run('INSERT INTO _litestream_lock (id) VALUES (1)')
    copy()
  } finally {
    work.run('ROLLBACK')
  }
  counts.locks++
}

function checkpoint(mode: (typeof modes)[number]): void {
  // Between two read transactions, except that it holds one now and then to be in its own way.
  const isInTheWay = counts.checkpoints % 9 === 8
  if (!isInTheWay) letGo()
  const row = work.query<{ busy: number }, []>(`PRAGMA wal_checkpoint(${mode})`).get()
  if (row?.busy) counts.busy++
  if (isInTheWay) letGo()
  hold()
  work.run(
    'INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1',
  )
  counts.checkpoints++
}

/** By turns a consistent copy, and the two files as they are under a lock. */
function replicate(): void {
  const target = `${folder}/replica-${counts.replicas}.db`
  if (counts.replicas % 2 === 0) work.query<unknown, [string]>('VACUUM INTO ?').run(target)
  else {
    locked(() => {
      copyFileSync(path, target)
      copyFileSync(`${path}-wal`, `${target}-wal`)
    })
  }
  counts.replicas++
}

const isBusy = (error: unknown) => String((error as { code?: unknown }).code).includes('BUSY')
const attempt = (step: () => void) => {
  try {
    step()
  } catch (error) {
    if (!isBusy(error)) throw error
    counts.busy++
  }
}

let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})
hold()
for (let round = 0; !isOver; round++) {
  attempt(() => checkpoint(modes[round % modes.length]!))
  if (!reader.inTransaction) hold()
  if (round % 3 === 0) attempt(() => locked(() => Bun.sleepSync(20)))
  if (round % 10 === 5) attempt(replicate)
  await Bun.sleep(10)
}
letGo()
work.close()
reader.close()
console.log(JSON.stringify(counts))
