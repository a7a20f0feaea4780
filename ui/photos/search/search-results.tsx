import './search-results.css.ts'
import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import { countOfPhotos } from '../../../src/contract/counts.ts'
import { filterText } from '../../../src/contract/home-texts.ts'
import { Link } from '../../components/Link.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { Grid } from '../grid/grid.tsx'
import { lockOf, useOwnerParts } from '../grid/use-owner-parts.ts'
import { useListAddress } from '../list/address.ts'
import type { Source } from '../list/pages.ts'
import { firstPageOf } from '../list/source.ts'
import { collectionsAtom } from '../list/store.ts'
import { FilterBanner } from '../viewer/links.tsx'
import { texts } from './texts.ts'

/** /photo?q=…: the matching photos in a grid. */
export function SearchResults({ words, source }: { words: string; source: Source }) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  const model = search.get('cameraModel')
  return (
    <>
      <PageTitle>{texts.title(words)}</PageTitle>
      {model && <FilterBanner text={filterText({ model })} photoId={undefined} />}
      {/* Without a collection, its cache entry was cleared and the loader is about to refill it. */}
      {collection && <Heading words={words} total={collection.total} />}
      {collection && (collection.pages.get(first)?.length ?? 0) > 0 && (
        <Grid
          key={`${source} ${first}`}
          collection={collection}
          first={first}
          list={list}
          Lock={photoStreamAlbumId ? lockOf(isOwner, owner) : undefined}
        />
      )}
    </>
  )
}

function Heading({ words, total }: { words: string; total: number }) {
  const clear = <Link to={paths.home()}>{texts.clear}</Link>
  if (total === 0) {
    return (
      <section className="notice">
        <h1>{texts.title(words)}</h1>
        <p>{texts.nothing}</p>
        <p>{clear}</p>
      </section>
    )
  }
  return (
    <header className="search-heading">
      <h1>{texts.title(words)}</h1>
      <p>
        <span>{countOfPhotos(total)}</span>
        {clear}
      </p>
    </header>
  )
}
