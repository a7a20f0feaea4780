import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useState } from 'react'
import type { Facets } from '../../../../src/contract/search/facets.ts'
import {
  isEmptyFilter,
  noFilter,
  type PhotoFilter,
} from '../../../../src/contract/search/photo-filter.ts'
import { countOfPhotos } from '../../../../src/contract/text/counts.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { viewerAtom } from '../../../kit/state/viewer.ts'
import { SaveAsAlbum } from '../../albums/rule/save-as-album.tsx'
import { keysFor, useCounts } from '../counts.ts'
import type { FilteredList } from '../filtered-list.ts'
import { FilterGroup } from './filter-group.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

export type PanelProps = {
  /** Undefined on a screen without a grid, where the panel is closing. */
  list: FilteredList | undefined
  apply: (filter: PhotoFilter) => void
  isOpen: boolean
  onClose: () => void
  /** In a dialog, the button that opened the panel; there the filter is not saved as an album. */
  opener?: RefObject<HTMLElement | null>
}

type ContentProps = Pick<PanelProps, 'list' | 'apply' | 'opener'> & {
  title: ReactNode
  closeButton: ReactNode
  /** Closes a panel that covers the grid. */
  onShow?: () => void
}

/** Without shapes if they say what orientations say: only almost square photos make a difference. */
function shownKeys(isOwner: boolean, facets: Facets, { terms }: PhotoFilter) {
  const { orientation = [], aspect = [] } = facets
  const saysTheSame = aspect.every(({ value, count }) =>
    orientation.some((known) => known.value === value && known.count === count),
  )
  const isLeftOut = saysTheSame && !terms.some(({ key }) => key === 'aspect')
  return keysFor(isOwner).filter((key) => key !== 'aspect' || !isLeftOut)
}

const elsewhere: FilteredList = { albumId: undefined, filter: noFilter }

export function PanelContent(props: ContentProps) {
  const { list, apply, opener, title, closeButton, onShow } = props
  const { isOwner } = useAtomValue(viewerAtom)
  const shown = list ?? elsewhere
  const { filter } = shown
  const [isTyping, setTyping] = useState(false)
  const { counts, problem, isCurrent } = useCounts(shown, isOwner, list !== undefined)
  // Never the number of photos of another filter than the one that is shown.
  const isCounted = isCurrent && !isTyping && !problem
  const found = counts && isCounted ? countOfPhotos(counts.total) : undefined
  return (
    <>
      <header className={styles.head}>
        {title}
        <p className={styles.total} aria-live="polite" aria-busy={!isCounted && !problem}>
          {found ?? (!problem && texts.loading)}
        </p>
        {closeButton}
      </header>
      <div className={styles.groups}>
        {problem && (
          <p className={styles.problem} role="alert">
            {texts.failed(problem)}
          </p>
        )}
        {counts &&
          shownKeys(isOwner, counts.facets, filter).map((key) => (
            <FilterGroup
              key={key}
              name={key}
              values={counts.facets[key] ?? []}
              names={counts.names}
              filter={filter}
              onTyping={setTyping}
              onChange={apply}
            />
          ))}
      </div>
      {(onShow || !isEmptyFilter(filter)) && (
        <footer className={styles.foot}>
          {!isEmptyFilter(filter) && <Button onClick={() => apply(noFilter)}>{texts.clear}</Button>}
          {/* A filter within an album would find other photos on its own. */}
          {isOwner && !opener && shown.albumId === undefined && <SaveAsAlbum filter={filter} />}
          {onShow && (
            <Button kind="primary" onClick={onShow}>
              {texts.show(found ?? texts.photos)}
            </Button>
          )}
        </footer>
      )}
    </>
  )
}
