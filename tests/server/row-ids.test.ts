import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comment } from '../../src/contract/people/comments.ts'
import { openStore } from '../../src/core/database/open.ts'
import { type Gallery, makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'

const highest = ({ services }: Gallery, table: string): number =>
  services.store.connection
    .query<{ highest: number }, []>(`SELECT max(row_id) AS highest FROM ${table}`)
    .get()!.highest

test('a deleted photo, album, comment or like leaves its row id to no other', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const remake: Record<string, { make: () => Promise<unknown>; remove: () => Promise<unknown> }> =
    {}
  let comment: Comment
  remake.comment = {
    make: async () => {
      const body = { body: 'Fine light' }
      comment = await owner.data(`/api/comments/${photo.id}`, { method: 'POST', body })
    },
    remove: () => owner.data(`/api/comments/${photo.id}/${comment.id}`, { method: 'DELETE' }),
  }
  remake.photo_like = {
    make: () => owner.data(`/api/likes/${photo.id}/like`, { method: 'POST', body: {} }),
    remove: () => owner.data(`/api/likes/${photo.id}/unlike`, { method: 'POST', body: {} }),
  }
  let album: { id: string }
  remake.album = {
    make: async () => {
      album = await makeAlbum(owner, 'Iceland')
    },
    remove: () => owner.data(`/api/albums/${album.id}`, { method: 'DELETE' }),
  }
  let other: { id: string }
  remake.photo = {
    make: async () => {
      other = await upload(gallery, owner)
    },
    remove: () =>
      owner.data(`/api/photos/${other.id}`, { method: 'DELETE', body: { removeFiles: true } }),
  }
  for (const [table, { make, remove }] of Object.entries(remake)) {
    await make()
    const before = highest(gallery, table)
    await remove()
    await make()
    expect([table, highest(gallery, table) > before]).toEqual([table, true])
  }
})

test('every table with row ids remembers the highest, and refuses it a second time', async () => {
  await using gallery = await openGallery()
  const { connection } = gallery.services.store
  const names = (sql: string) =>
    connection
      .query<{ name: string }, []>(sql)
      .all()
      .map(({ name }) => name)
  expect(names('SELECT name FROM highest_row_id ORDER BY name')).toEqual(
    names(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%row_id INTEGER PRIMARY KEY,%'
       ORDER BY name`,
    ),
  )
  const add = "INSERT INTO intent (kind, files) VALUES ('delete', '{}') RETURNING row_id"
  const first = connection.query<{ row_id: number }, []>(add).get()!.row_id
  connection.run(`DELETE FROM intent WHERE row_id = ${first}`)
  expect(() => connection.query(add).get()).toThrow('a row id of intent would be used again')
})

test('an older gallery continues above the row ids that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const path = join(folder, 'vitrine.db')
  const old = new Database(path, { create: true })
  for (const name of ['0001_initial', '0002_people_and_edits', '0003_drive_and_jobs']) {
    old.run(readFileSync(join(import.meta.dir, '../../migrations', `${name}.sql`), 'utf8'))
  }
  old.run("INSERT INTO album (n, id, name, name_key, description) VALUES (7, 'a', 'A', 'a', '')")
  old.run('PRAGMA user_version = 3')
  old.close()
  const store = openStore(path)
  try {
    const kept = store.connection
      .query("SELECT row_id FROM highest_row_id WHERE name = 'album'")
      .get()
    expect(kept).toEqual({ row_id: 7 })
    store.connection.run('DELETE FROM album')
    const add = "INSERT INTO album (id, name, name_key, description) VALUES ('b', 'B', 'b', '')"
    expect(() => store.connection.run(add)).toThrow('would be used again')
  } finally {
    store.close()
    rmSync(folder, { recursive: true })
  }
})
