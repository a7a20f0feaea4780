// A gallery with thousands of photos, most of them copies of one row without files.
import { rm } from 'node:fs/promises'
import { createApp } from '../../src/app.ts'
import { openBrowser } from './browser.ts'
import { makeAlbum, openGallery, upload } from './gallery.ts'
import { camera } from './photos.ts'

export type CrowdedGallery = Awaited<ReturnType<typeof openCrowdedGallery>>

/** The copies are called 'Photo 1', 'Photo 2' and so on; higher numbers are newer. */
export async function openCrowdedGallery(
  count: number,
  texts: { description?: string; keywords?: string[] } = {},
  settings: Parameters<typeof openGallery>[0] = {},
) {
  const gallery = await openGallery(settings)
  const { services } = gallery
  const owner = await gallery.asOwner()
  const original = await upload(gallery, owner, camera({ title: 'Photo 0', ...texts }))
  const stream = await makeAlbum(owner, 'Stream', [original], { isPhotostream: true })
  await copyPhoto(services.store, count - 1)
  const app = createApp(services, () => undefined)
  // Unlike the gallery's own server, this one does not read whole responses before sending them.
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, server) => app.fetch(request, { server }),
  })
  const base = `http://127.0.0.1:${server.port}`
  return {
    gallery,
    owner,
    stream,
    port: server.port!,
    /** A visitor whose responses arrive as they are produced. */
    asVisitor: () => openBrowser(base),
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      await gallery.abandon()
      await rm(gallery.data, { recursive: true, force: true })
    },
  }
}

type Store = Awaited<ReturnType<typeof openGallery>>['services']['store']

/** Copies the newest photo's row, into the photostream as well. */
function copyPhoto({ connection, write }: Store, more: number): Promise<unknown> {
  const columns = connection
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('photo')")
    .all()
    .map(({ name }) => name)
  const anew: Record<string, string> = {
    row_id: 'first.row_id + i',
    id: "printf('%08x-0000-4000-8000-%012x', i, i)",
    original: "printf('%08x-0000-4000-8000-%012x', i, i)",
    file_name: "printf('%032x.jpg', i)",
    md5: "printf('%032x', i)",
    title: "'Photo ' || i",
    sort_key: 'first.sort_key - i * 60000',
  }
  const values = columns.map((name) => anew[name] ?? `first.${name}`)
  return write(() => {
    const first = connection
      .query<{ rowId: number }, []>('SELECT max(row_id) AS rowId FROM photo')
      .get()!.rowId
    connection
      .query<unknown, { first: number; more: number }>(
        `INSERT INTO photo (${columns.join(', ')})
         WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < $more)
         SELECT ${values.join(', ')} FROM number CROSS JOIN photo AS first WHERE first.row_id = $first AND i <= $more`,
      )
      .run({ first, more })
    connection
      .query<unknown, { first: number }>(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT (SELECT photostream_album FROM ux_config), row_id, row_id, sort_key FROM photo
         WHERE row_id > $first`,
      )
      .run({ first })
  })
}
