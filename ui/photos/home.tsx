import { useAtomValue } from 'jotai'
import { useLoaderData, useSearchParams } from 'react-router'
import { Link } from '../components/Link.tsx'
import { initialData } from '../initial-data.ts'
import { paths } from '../paths.ts'
import type { CollectionData } from '../routes.tsx'
import { photostreamTotalAtom } from '../state/photostream-total.ts'
import { siteNameAtom, viewerAtom } from '../state/viewer.ts'
import { BioHeader } from './bio-header.tsx'
import { collectionsAtom } from './collections.ts'
import { firstBatchOf } from './first-batch.ts'
import { Grid } from './grid.tsx'
import { useListAddress } from './list-address.ts'
import { lockOf, useOwnerParts } from './owner-parts.ts'
import { texts } from './texts.ts'

/** The photostream: the owner's words, and the photos in a grid. */
export function Home() {
  const name = useAtomValue(siteNameAtom)
  if (initialData().isClaimed === false) return <Unclaimed />
  return (
    <>
      <title>{name}</title>
      <BioHeader />
      <Photostream />
    </>
  )
}

function Photostream() {
  const { source } = useLoaderData<CollectionData>()
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const photostreamTotal = useAtomValue(photostreamTotalAtom)
  const list = useListAddress()
  const first = firstBatchOf(search, source)
  // Forgotten while it is on screen: the loader is about to bring it again.
  if (!collection) return null

  const isAll = source === 'all'
  const hasPhotos = (collection.batches.get(first)?.length ?? 0) > 0
  return (
    <>
      {isOwner && (!isAll || collection.total > 0) && (
        <div className="owner-tools">
          {owner ? <owner.OwnerTools /> : <span />}
          <span>
            {isAll
              ? texts.photoCounts(collection.total, photostreamTotal)
              : texts.photoCounts(photostreamTotal ?? collection.total, undefined)}
          </span>
        </div>
      )}
      {hasPhotos ? (
        <Grid
          key={`${source} ${first}`}
          collection={collection}
          first={first}
          list={list}
          Lock={lockOf(isOwner, owner)}
        />
      ) : (
        <Empty isBeyond={collection.total > 0} isOwner={isOwner} isAll={isAll} query={list.query} />
      )}
    </>
  )
}

type EmptyProps = {
  isBeyond: boolean
  isOwner: boolean
  isAll: boolean
  query: string
}

function Empty({ isBeyond, isOwner, isAll, query }: EmptyProps) {
  const { beyond, owner, visitor, photostream } = texts.empty
  if (isBeyond) return <Notice {...beyond} to={paths.home(query)} />
  if (!isOwner) return <Notice {...visitor} />
  if (isAll) return <Notice {...owner} to={paths.account('local')} isButton />
  return <Notice {...photostream} to={paths.home()} isButton />
}

type NoticeProps = {
  heading: string
  text: string
  link?: string
  to?: string
  isButton?: boolean
}

function Notice(props: NoticeProps) {
  const { heading, text, link, to, isButton } = props
  return (
    <section className="notice">
      <h1>{heading}</h1>
      <p>{text}</p>
      {to && (
        <p>
          <Link className={isButton ? 'button-link' : undefined} to={to}>
            {link}
          </Link>
        </p>
      )}
    </section>
  )
}

function Unclaimed() {
  return (
    <>
      <title>Vitrine</title>
      <Notice {...texts.unclaimed} />
    </>
  )
}
