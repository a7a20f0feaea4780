import { useAtomValue } from 'jotai'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { filterText } from '../../src/contract/home-texts.ts'
import { PageTitle } from '../layout/page-title.tsx'
import type { CollectionData } from '../routes.tsx'
import { viewerAtom } from '../state/viewer.ts'
import { SearchResults } from './search/search-results.tsx'
import { searchedWords } from './search/searched.ts'
import { EmptyViewer } from './viewer/empty-viewer.tsx'
import { FilterBanner } from './viewer/filter-banner.tsx'
import { usePaging } from './viewer/paging.ts'
import { PhotoPage } from './viewer/photo-page.tsx'
import { texts } from './viewer/texts.ts'

/** /photo and /photo/{id}: one photo of a list on the wall, with what is known of it. */
export function PhotoViewer() {
  const { source } = useLoaderData<CollectionData>()
  const { photoId = '' } = useParams()
  const [query] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const paging = usePaging(source, photoId)
  const model = query.get('cameraModel') || undefined
  const words = searchedWords(query)
  const { photo } = paging
  if (words && !photoId) return <SearchResults words={words} source={source} />
  return (
    <>
      {(model || words) && (
        <FilterBanner text={filterText({ words, ...(model && { model }) })} photoId={photo?.id} />
      )}
      {photo ? (
        <PhotoPage photo={photo} paging={paging} isOwner={isOwner} />
      ) : (
        <>
          <PageTitle>{texts.photos}</PageTitle>
          <EmptyViewer model={model} isOwner={isOwner} />
        </>
      )}
    </>
  )
}
