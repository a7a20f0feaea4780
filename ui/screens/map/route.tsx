import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { tileSources } from '../../../src/contract/photos/tile.ts'
import {
  groupAt,
  mapPath,
  maxListedPhotos,
  maxListedTowns,
} from '../../../src/contract/places/map-address.ts'
import type { PlaceGroup, PlacePoint, Places } from '../../../src/contract/places/places.ts'
import { grouped } from '../../../src/contract/text/counts.ts'
import { fetchAlbum, idOf, sendCodeOf } from '../../catalogue/albums/load-album.ts'
import { api, unwrap } from '../../kit/api.ts'
import { AfterHydration } from '../../kit/components/AfterHydration.tsx'
import { Button } from '../../kit/components/Button.tsx'
import { nextStep } from '../../kit/components/EmptyState.css.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link, useFollow } from '../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

const PlacesMap = lazyWithRetry(async () => (await import('./places-map.tsx')).PlacesMap, {
  part: 'the map',
  isInPlace: true,
})

export const loader = loadMap

/** Choosing a town changes only the query, and the points are there already. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.searchParams.get('album') === nextUrl.searchParams.get('album') &&
  currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate

/** /map: the places of the photostream or of an album, as a list and on a map. */
export function Component() {
  const data = useLoaderData<MapData>()
  const [search] = useSearchParams()
  const { album } = data
  const { places, isWhole, hasFailed } = useWholePlaces(data)
  const at = groupAt(places.groups, search.get('at'))
  const title = album ? texts.titleOf(album.name) : texts.title
  if (places.total === 0) return <Nothing />
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={styles.head}>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <p className={styles.lead}>{places.hasMore ? texts.more : texts.lead(places.total)}</p>
        <Link className={styles.toPhotos} to={album ? paths.album(album.id) : paths.home()}>
          {album ? texts.backToAlbum : texts.back}
        </Link>
      </header>
      <div className={styles.stage}>
        {hasFailed && <p className={styles.message}>{texts.loadFailed}</p>}
        {isWhole ? (
          <AfterHydration fallback={<Waiting />}>
            <PlacesMap places={places} albumId={album?.id} at={at} />
          </AfterHydration>
        ) : (
          !hasFailed && <Waiting />
        )}
      </div>
      <div className={styles.side}>
        {at === undefined ? (
          <TownList groups={places.groups} album={album?.id} />
        ) : (
          <TownPhotos
            group={places.groups[at]!}
            points={places.points.filter(({ group }) => group === at)}
            album={album?.id}
          />
        )}
      </div>
      <p className={styles.credits}>
        {texts.credits.towns} · {texts.credits.world}
      </p>
    </div>
  )
}

/** The server's page has few towns and points; the others are fetched once it is shown. */
function useWholePlaces({ places, isWhole, album }: MapData) {
  const [whole, setWhole] = useState<MapData['places']>()
  const [hasFailed, setFailed] = useState(false)
  const albumId = album?.id
  useEffect(() => {
    if (isWhole) return
    fetchPlaces(albumId).then(setWhole, () => setFailed(true))
  }, [isWhole, albumId])
  if (isWhole) return { places, isWhole, hasFailed: false }
  return { places: whole ?? places, isWhole: whole !== undefined, hasFailed }
}

type TownListProps = { groups: readonly PlaceGroup[]; album: string | undefined }

function TownList({ groups, album }: TownListProps) {
  const [hasAll, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const follow = useFollow({ preventScrollReset: true })
  useEffect(() => {
    // The button that had the focus is gone.
    if (hasAll) list.current?.children[maxListedTowns]?.querySelector('a')?.focus()
  }, [hasAll])
  const shown = hasAll ? groups : groups.slice(0, maxListedTowns)
  return (
    <nav aria-label={texts.towns}>
      <h2 className={styles.sideTitle}>{texts.towns}</h2>
      <ul className={styles.towns} ref={list}>
        {shown.map((group) => {
          const path = mapPath(album, group)
          return (
            <li key={path}>
              <a className={styles.town} href={path} onClick={follow}>
                <span>
                  <bdi className={styles.townName}>{group.town ?? texts.elsewhere}</bdi>
                  {group.country && <small className={styles.country}>{group.country}</small>}
                </span>
                <span className={styles.count}>{grouped(group.count)}</span>
              </a>
            </li>
          )
        })}
      </ul>
      {shown.length < groups.length && (
        <div className={styles.showAll}>
          <Button onClick={() => setAll(true)}>{texts.showAll(groups.length)}</Button>
        </div>
      )}
    </nav>
  )
}

type TownPhotosProps = {
  group: PlaceGroup
  points: readonly PlacePoint[]
  album: string | undefined
}

function TownPhotos({ group, points, album }: TownPhotosProps) {
  const shown = points.slice(0, maxListedPhotos)
  return (
    <section aria-label={texts.photosOf(placeName(group))}>
      <Link className={styles.back} to={mapPath(album)} preventScrollReset>
        ← {texts.all}
      </Link>
      <h2 className={styles.sideTitle} dir="auto">
        {placeName(group)}
      </h2>
      <p className={styles.note}>
        {group.count > shown.length
          ? texts.firstOf(shown.length, group.count)
          : texts.lead(group.count)}
      </p>
      <ul className={styles.thumbs}>
        {shown.map((point) => (
          <li key={point.id}>
            <Link
              className={styles.thumbLink}
              to={album ? paths.albumPhoto(album, point.id) : paths.photo(point.id)}
            >
              <ResponsiveImage
                className={styles.thumb}
                sources={tileSources(point)}
                sizes="100px"
                alt={point.alt || point.title || texts.untitled}
                width="200"
                height="200"
                loading="lazy"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Nothing() {
  const { isOwner } = useAtomValue(viewerAtom)
  const { heading, visitor, owner } = texts.empty
  return (
    <EmptyState heading={heading} text={isOwner ? owner : visitor}>
      <PageTitle>{texts.title}</PageTitle>
      <p>
        <Link className={nextStep} to={paths.home()}>
          {texts.back}
        </Link>
      </p>
    </EmptyState>
  )
}

/** `isWhole`: with all points, not only those of the town at the address. */
type MapData = {
  readonly places: Places
  readonly isWhole: boolean
  readonly album?: Album | undefined
}

const fetchPlaces = (album: string | undefined): Promise<Places> =>
  unwrap(api.places.$get({ query: { ...(album && { album }) } }))

async function loadMap({ request }: LoaderFunctionArgs): Promise<MapData> {
  const url = new URL(request.url)
  const id = url.searchParams.get('album') ?? undefined
  if (id === undefined) return { places: await fetchPlaces(undefined), isWhole: true }
  await sendCodeOf(idOf(id), url)
  const [album, places] = await Promise.all([fetchAlbum(id), fetchPlaces(id)])
  return { places, isWhole: true, album }
}

/** 'Paris, France'. */
const placeName = ({ town, country }: Pick<PlaceGroup, 'town' | 'country'>): string =>
  town === null ? texts.elsewhere : [town, country].filter(Boolean).join(', ')
