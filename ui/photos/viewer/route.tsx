import { useAtomValue } from 'jotai'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { filterText } from '../../../src/contract/home-texts.ts'
import { Link } from '../../components/Link.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import type { CollectionData } from '../../routes.tsx'
import { viewerAtom } from '../../state/viewer.ts'
import { SearchResults } from '../search/search-results.tsx'
import { searchedWords } from '../search/searched.ts'
import { FilterBanner } from './links.tsx'
import { usePaging } from './paging.ts'
import { PhotoPage } from './photo-page.tsx'
import { texts } from './texts.ts'

/** /photo and /photo/{photoId}: one photo of a list, or search results. */
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

function EmptyViewer({ model, isOwner }: { model: string | undefined; isOwner: boolean }) {
  const forViewer = isOwner ? texts.emptyForOwner : texts.emptyForVisitor
  return (
    <section className="notice">
      <h1>{texts.empty}</h1>
      <p>{model ? texts.emptyFilter(model) : forViewer}</p>
      {isOwner && !model && (
        <p>
          <Link to={paths.account('local')}>{texts.upload}</Link>
        </p>
      )}
    </section>
  )
}
