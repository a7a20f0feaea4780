import { createTrashPreview } from './preview.ts'
import { trashStore } from './store.ts'
import { createTrash } from './trash.ts'

type Rules = Omit<Parameters<typeof createTrash>[0], 'trash'>
type Pictures = Omit<Parameters<typeof createTrashPreview>[0], 'trash'>

export type TrashService = ReturnType<typeof buildTrash>

export function buildTrash(parts: Rules & Pictures) {
  const trash = trashStore(parts.store)
  return {
    ...createTrash({ ...parts, trash }),
    preview: createTrashPreview({ ...parts, trash }),
  }
}
