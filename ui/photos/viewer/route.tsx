import { useAtomValue } from 'jotai'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { Link } from '../../components/Link.tsx'
import { useFilter } from '../../filter/shown-filter.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { viewerAtom } from '../../state/viewer.ts'
import type { CollectionData } from '../list/pages.ts'
import { SearchResults } from '../search/search-results.tsx'
import { isResultsGrid } from '../search/searched.ts'
import { FilterBanner } from './links.tsx'
import { usePaging } from './paging.ts'
import { PhotoPage } from './photo-page.tsx'
import { texts } from './texts.ts'

/** `albumName` is known in an album's viewer. */
type ViewerData = CollectionData & { readonly albumName?: string | undefined }

/** /photo and /photo/{photoId}: one photo of a list, or a filtered list's grid. */
export function PhotoViewer() {
  const { source, albumName } = useLoaderData<ViewerData>()
  const { photoId = '' } = useParams()
  const [query] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const paging = usePaging(source, photoId)
  const { cameraModel } = useFilter()
  const { photo } = paging
  if (!photoId && isResultsGrid(query)) return <SearchResults source={source} />
  return (
    <>
      <FilterBanner photoId={photo?.id} source={source} />
      {photo ? (
        <PhotoPage photo={photo} paging={paging} isOwner={isOwner} albumName={albumName} />
      ) : (
        <>
          <PageTitle>{texts.photos}</PageTitle>
          <EmptyViewer model={cameraModel} isOwner={isOwner} />
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
      <p>{model ? texts.emptyFilter(isOwner) : forViewer}</p>
      {isOwner && !model && (
        <p>
          <Link to={paths.account('local')}>{texts.upload}</Link>
        </p>
      )}
    </section>
  )
}
