/** Told of a new or changed photo, inside the Store.write that changes its row. */
export type OnPhotoChanged = (rowId: number) => void
