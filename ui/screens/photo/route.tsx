import { useAtomValue } from 'jotai'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { isResultsGrid } from '../../catalogue/list/list-query.ts'
import type { CollectionData } from '../../catalogue/list/pages.ts'
import { usePaging } from '../../catalogue/viewer/paging.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { useFilter } from '../../features/filter/shown-filter.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { SearchResults } from '../results/search-results.tsx'
import { PhotoPage } from './photo-page.tsx'
import { FilterBanner } from './step-links.tsx'

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
    <EmptyState heading={texts.empty} text={model ? texts.emptyFilter(isOwner) : forViewer}>
      {isOwner && !model && (
        <p>
          <Link to={paths.account('local')}>{texts.upload}</Link>
        </p>
      )}
    </EmptyState>
  )
}
