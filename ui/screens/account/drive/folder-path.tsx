import * as styles from './chooser.css.ts'
import { chooserTexts } from './chooser-texts.ts'
import type { BrowsedFolder } from './use-folder-browser.ts'

type FolderPathProps = {
  /** Empty at the top level. */
  path: readonly BrowsedFolder[]
  onOpen: (path: readonly BrowsedFolder[]) => void
}

/** The path to the folder being browsed; each part of it leads there. */
export function FolderPath({ path, onOpen }: FolderPathProps) {
  const places = [
    { name: chooserTexts.top, path: [] },
    ...path.map(({ name }, index) => ({ name, path: path.slice(0, index + 1) })),
  ]
  return (
    <nav aria-label={chooserTexts.path}>
      <ol className={styles.path}>
        {places.map((place, depth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is identified by its depth
          <li key={depth} className={styles.place}>
            {depth === path.length ? (
              <span
                className={styles.currentPlace}
                aria-current="location"
                dir="auto"
                title={place.name}
              >
                {place.name}
              </span>
            ) : (
              <button
                type="button"
                className={styles.placeButton}
                dir="auto"
                title={place.name}
                onClick={() => onOpen(place.path)}
              >
                {place.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
