const beingDeleted = new Set<string>()

/** Marks a photo while and after it is deleted: nobody asks for what belongs to it any more. */
export function markBeingDeleted(photoId: string, isIt: boolean): void {
  if (isIt) beingDeleted.add(photoId)
  else beingDeleted.delete(photoId)
}

export const isBeingDeleted = (photoId: string): boolean => beingDeleted.has(photoId)
