import { useAtomValue } from 'jotai'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import type { CollectionData } from '../router.tsx'
import { readShellData } from '../shell-data.ts'
import { siteNameAtom, viewerAtom } from '../state/viewer.ts'
import { BioHeader } from './bio-header.tsx'
import { Grid } from './grid/grid.tsx'
import { lockOf, useOwnerParts } from './grid/use-owner-parts.ts'
import { useListAddress } from './list/address.ts'
import { firstPageOf } from './list/source.ts'
import { collectionsAtom } from './list/store.ts'
import { texts } from './texts.ts'

const isUnclaimed = readShellData().isClaimed === false

/** The photostream: the owner's words, and the photos in a grid. */
export function Home() {
  const name = useAtomValue(siteNameAtom)
  if (isUnclaimed) return <Unclaimed />
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
  const list = useListAddress()
  const first = firstPageOf(search, source)
  // Forgotten while it is on screen: the loader is about to bring it again.
  if (!collection) return null

  const isAll = source === 'all'
  const hasPhotos = (collection.pages.get(first)?.length ?? 0) > 0
  return (
    <>
      {isOwner && (!isAll || collection.total > 0) && (
        <div className="owner-tools">
          {owner ? (
            <owner.OwnerTools isAll={isAll} total={collection.total} />
          ) : (
            <>
              <span />
              <span>{texts.photoCounts(collection.total, undefined)}</span>
            </>
          )}
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

/** A written empty state; the same markup as the server's. */
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
