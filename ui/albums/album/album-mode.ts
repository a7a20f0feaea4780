/** What the owner does with an album's photos: look at them, put them in order, take some out. */
export type AlbumMode = 'look' | 'order' | 'remove'
