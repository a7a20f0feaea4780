import './search-results.css.ts'
import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router'
import { countOfPhotos } from '../../../src/contract/counts.ts'
import { filterText } from '../../../src/contract/home-texts.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { Grid } from '../grid/grid.tsx'
import { lockOf, useOwnerParts } from '../grid/use-owner-parts.ts'
import { useListAddress } from '../list/address.ts'
import type { Source } from '../list/pages.ts'
import { firstPageOf } from '../list/source.ts'
import { collectionsAtom } from '../list/store.ts'
import { ClearLinks, filterOf } from '../viewer/links.tsx'
import { texts as viewerTexts } from '../viewer/texts.ts'
import { texts } from './texts.ts'

/** /photo?q=… and /photo?cameraModel=…&show=grid: the matching photos in a grid. */
export function SearchResults({ source }: { source: Source }) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  const title = collection?.filter ?? filterText(filterOf(search))
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {/* Without a collection, its cache entry was cleared and the loader is about to refill it. */}
      {collection && <Heading title={title} total={collection.total} />}
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

function Heading({ title, total }: { title: string; total: number }) {
  const filter = filterOf(useSearchParams()[0])
  const { isOwner } = useAtomValue(viewerAtom)
  const heading = <h1>{title}</h1>
  if (total === 0) {
    return (
      <section className="notice">
        {heading}
        <p>{filter.words ? texts.nothing : viewerTexts.emptyFilter(isOwner)}</p>
        <p>
          <ClearLinks photoId={undefined} />
        </p>
      </section>
    )
  }
  return (
    <header className="search-heading">
      {heading}
      <p>
        <span>{countOfPhotos(total)}</span>
        <ClearLinks photoId={undefined} />
      </p>
    </header>
  )
}
