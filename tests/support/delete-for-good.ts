import type { Services } from '../../src/services.ts'

/** Past the trash: the photo is gone, and its originals are deleted or in removed/. */
export async function deleteForGood(
  { trash }: Pick<Services, 'trash'>,
  id: string,
  removeFiles = true,
): Promise<void> {
  await trash.put([id], { removeFiles })
  await trash.deleteNow([id])
}
