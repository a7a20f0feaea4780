import type { Albums } from '../albums/albums.ts'
import { ownerViewer } from '../contract/viewer.ts'
import type { Hiding } from './import-change.ts'

/** Photos in no album are shown to the owner only. */
export const hidingInNoAlbum = (albums: Albums): Hiding => ({
  put: async (ids) => {
    for (const id of ids) await albums.setOfPhoto(id, [], ownerViewer)
  },
  restore: async () => undefined,
  holds: () => false,
})
