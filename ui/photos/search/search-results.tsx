import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import { countOfPhotos } from '../../../src/contract/counts.ts'
import { filterText } from '../../../src/contract/home-texts.ts'
import { Link } from '../../components/Link.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { collectionsAtom, type Source } from '../collections.ts'
import { firstBatchOf } from '../first-batch.ts'
import { Grid } from '../grid.tsx'
import { useListAddress } from '../list-address.ts'
import { lockOf, useOwnerParts } from '../owner-parts.ts'
import { FilterBanner } from '../viewer/filter-banner.tsx'
import './search-results.css.ts'
import { texts } from './texts.ts'

/** /photo?q=…: the photos whose words were searched for, in a grid. */
export function SearchResults({ words, source }: { words: string; source: Source }) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const list = useListAddress()
  const first = firstBatchOf(search, source)
  const model = search.get('cameraModel')
  return (
    <>
      <PageTitle>{texts.title(words)}</PageTitle>
      {model && <FilterBanner text={filterText({ model })} photoId={undefined} />}
      {/* Forgotten while it is on screen: the loader is about to bring it again. */}
      {collection && <Heading words={words} total={collection.total} />}
      {collection && (collection.batches.get(first)?.length ?? 0) > 0 && (
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
  const wayOut = <Link to={paths.home()}>{texts.clear}</Link>
  if (total === 0) {
    return (
      <section className="notice">
        <h1>{texts.title(words)}</h1>
        <p>{texts.nothing}</p>
        <p>{wayOut}</p>
      </section>
    )
  }
  return (
    <header className="search-heading">
      <h1>{texts.title(words)}</h1>
      <p>
        <span>{countOfPhotos(total)}</span>
        {wayOut}
      </p>
    </header>
  )
}
