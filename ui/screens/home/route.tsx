import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { addressesOf } from '../../../src/contract/photos/picture-formats.ts'
import { Grid } from '../../catalogue/grid/grid.tsx'
import { switchPlace } from '../../catalogue/grid/styles.css.ts'
import { useListAddress } from '../../catalogue/list/address.ts'
import type { CollectionData } from '../../catalogue/list/pages.ts'
import { firstPageOf } from '../../catalogue/list/source.ts'
import { collectionsAtom } from '../../catalogue/list/store.ts'
import { texts } from '../../catalogue/texts.ts'
import { ListTools, MapTool } from '../../features/list-tools/list-tools.tsx'
import { toolsOf, useOwnerControls } from '../../features/owner-grid/use-owner-controls.ts'
import { nextStep } from '../../kit/components/EmptyState.css.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { listHead } from '../../kit/components/list-tools.css.ts'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { initialData } from '../../kit/initial-data.ts'
import { paths } from '../../kit/paths.ts'
import { photostreamTotalAtom } from '../../kit/state/photostream-total.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { siteNameAtom, userAtom, viewerAtom } from '../../kit/state/viewer.ts'
import * as styles from './styles.css.ts'

/** The home page: the owner's name and bio, and the photostream in a grid. */
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

/** The owner's name and bio; without them, the heading is for screen readers only. */
function BioHeader() {
  const { name, bio, pic } = useAtomValue(userAtom)
  const { isOwner } = useAtomValue(viewerAtom)
  const { showBio } = useAtomValue(uxConfigAtom)
  const siteName = useAtomValue(siteNameAtom)
  // A picture on another site may fail to load: hide it.
  const [missing, setMissing] = useState<string>()
  if (!showBio || !(name || bio || pic || isOwner)) {
    return <h1 className="visually-hidden">{siteName}</h1>
  }
  return (
    <section className={isOwner ? styles.ownersBio : styles.bio}>
      {pic && pic !== missing && (
        <ResponsiveImage
          className={styles.portrait}
          sources={addressesOf(pic)}
          alt=""
          width="128"
          height="128"
          onError={() => setMissing(pic)}
        />
      )}
      <div className={styles.words}>
        <h1 className={styles.name} dir="auto">
          {siteName}
        </h1>
        {bio && (
          <p className={styles.text} dir="auto">
            {bio}
          </p>
        )}
      </div>
      {isOwner && (
        <Link className={styles.accountLink} to={paths.account()}>
          {texts.account}
        </Link>
      )}
    </section>
  )
}

function Photostream() {
  const { source } = useLoaderData<CollectionData>()
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerControls(isOwner)
  const photostreamTotal = useAtomValue(photostreamTotalAtom)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  // Its cache entry was cleared while it is on the screen; the loader is about to refill it.
  if (!collection) return null

  const isAll = source === 'all'
  const hasPhotos = (collection.pages.get(first)?.length ?? 0) > 0
  return (
    <>
      {(isOwner ? !isAll || collection.total > 0 : hasPhotos) && (
        <div className={isOwner ? `owner-tools ${styles.ownersHead}` : listHead}>
          {isOwner && (owner ? <owner.OwnerTools /> : <span className={switchPlace} />)}
          {isOwner && (
            <span className={styles.ownersCount}>
              {isAll
                ? texts.photoCounts(collection.total, photostreamTotal)
                : texts.photoCounts(photostreamTotal ?? collection.total, undefined)}
            </span>
          )}
          {hasPhotos && (
            <ListTools>{initialData().hasMap && <MapTool to={paths.map()} />}</ListTools>
          )}
        </div>
      )}
      {hasPhotos ? (
        <Grid
          key={`${source} ${first}`}
          collection={collection}
          first={first}
          list={list}
          tools={toolsOf(isOwner, owner)}
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
  const { beyond, owner, visitor, inAlbums, photostream } = texts.empty
  if (isBeyond) return <Notice {...beyond} to={paths.home(query)} />
  if (!isOwner && initialData().hasAlbums) {
    return <Notice {...inAlbums} to={paths.albums()} isButton />
  }
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
    <EmptyState className={styles.empty} heading={heading} text={text}>
      {to && (
        <p>
          <Link className={isButton ? nextStep : undefined} to={to}>
            {link}
          </Link>
        </p>
      )}
    </EmptyState>
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
