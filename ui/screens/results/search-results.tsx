import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import { filterText } from '../../../src/contract/search/filter-labels.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import type { PhotoFilter } from '../../../src/contract/search/photo-filter.ts'
import { countOfPhotos } from '../../../src/contract/text/counts.ts'
import { Grid } from '../../catalogue/grid/grid.tsx'
import { useListAddress } from '../../catalogue/list/address.ts'
import type { Source } from '../../catalogue/list/pages.ts'
import { firstPageOf } from '../../catalogue/list/source.ts'
import { collectionsAtom } from '../../catalogue/list/store.ts'
import { texts as viewerTexts } from '../../catalogue/viewer/texts.ts'
import { FilterChips } from '../../features/filter/chips.tsx'
import { useFilter, useFilterNames } from '../../features/filter/shown-filter.ts'
import { ListTools } from '../../features/list-tools/list-tools.tsx'
import { toolsOf, useOwnerControls } from '../../features/owner-grid/use-owner-controls.ts'
import { texts } from '../../features/search/texts.ts'
import { AfterHydration } from '../../kit/components/AfterHydration.tsx'
import { heading as noticeHeading } from '../../kit/components/EmptyState.css.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { listHead } from '../../kit/components/list-tools.css.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { ClearLinks } from '../photo/step-links.tsx'
import * as styles from './search-results.css.ts'
import { resultsTexts } from './texts.ts'

const SearchHints = lazyWithRetry(
  async () => (await import('../../features/filter/search-hints.tsx')).SearchHints,
  { part: 'the search hints' },
)

/** /photo?camera=…, ?q=… and ?cameraModel=…&show=grid: the photos that the filter finds in a grid. */
export function SearchResults({ source }: { source: Source }) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerControls(isOwner)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  const filter = useFilter()
  const names = useFilterNames(source)
  return (
    <>
      <PageTitle>{filterText(filter, names)}</PageTitle>
      {/* Without a collection, its cache entry was cleared and the loader is about to refill it. */}
      {collection && <Heading filter={filter} names={names} total={collection.total} />}
      {collection && <FilterChips names={names} />}
      {collection?.total === 0 && <NothingFound filter={filter} />}
      {collection && (collection.pages.get(first)?.length ?? 0) > 0 && (
        <Grid
          key={`${source} ${first}`}
          collection={collection}
          first={first}
          list={list}
          tools={toolsOf(isOwner, owner)}
        />
      )}
    </>
  )
}

type HeadingProps = { filter: PhotoFilter; names: FilterNames | undefined; total: number }

function Heading({ filter, names, total }: HeadingProps) {
  return (
    <header className={styles.heading}>
      <h1 className={styles.title}>{headingOf(filter, names)}</h1>
      <div className={listHead}>
        <p className={styles.text}>
          <span>{countOfPhotos(total)}</span>
          <ClearLinks className={styles.clear} photoId={undefined} />
        </p>
        <ListTools isEmpty={total === 0} />
      </div>
    </header>
  )
}

/** Says why there are no photos; the links to clear the search are above. */
function NothingFound({ filter: { terms, q } }: { filter: PhotoFilter }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const nothing = q ? texts.nothing : viewerTexts.emptyFilter(isOwner)
  return (
    <EmptyState
      level={2}
      className={styles.empty}
      headingClassName={noticeHeading}
      heading={resultsTexts.nothingFound}
      text={terms.length > 0 ? viewerTexts.emptyTerms : nothing}
    >
      {q && (
        <AfterHydration>
          <SearchHints words={q} />
        </AfterHydration>
      )}
    </EmptyState>
  )
}

/** The words, the camera model or a single value; the chips below name the rest. */
function headingOf(filter: PhotoFilter, names: FilterNames | undefined): string {
  const { terms, ...rest } = filter
  const text = filterText({ ...rest, terms: [] }, names)
  const isSingle = terms.length === 1 && terms[0]?.values.length === 1
  return text || (isSingle ? filterText(filter, names) : viewerTexts.grid.filtered)
}
