/** After this many days in the trash, photos are deleted for good. */
export const trashDays = 30
