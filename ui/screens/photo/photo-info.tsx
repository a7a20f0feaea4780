import { useAtomValue } from 'jotai'
import { Fragment, type ReactNode, type Ref } from 'react'
import { cameraId } from '../../../src/contract/cameras/camera-id.ts'
import { descriptionBeside } from '../../../src/contract/photos/descriptions.ts'
import {
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { Place } from '../../../src/contract/places/places.ts'
import { keywordValue } from '../../../src/contract/text/keyword-value.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { faintLink } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { paths } from '../../kit/paths.ts'
import { licenceAtom } from '../../kit/state/licence.ts'
import * as styles from './photo-page.css.ts'

type PhotoInfoProps = {
  photo: Photo
  ref: Ref<HTMLElement>
  /** Likes and comments, below the title. */
  children: ReactNode
}

/** The photo's title and texts, with the camera data beside or below them. */
export function PhotoInfo({ photo, ref, children }: PhotoInfoProps) {
  const description = descriptionBeside(photo.title, photo.description)
  return (
    <div className={styles.text}>
      <div>
        <h1 className={styles.title} dir="auto">
          {photoTitle(photo)}
        </h1>
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {photo.keywords.length > 0 && (
          <p className={styles.keywords} dir="auto">
            <Keywords of={photo} />
          </p>
        )}
        {children}
      </div>
      <aside ref={ref} tabIndex={-1} aria-label={texts.info} className={styles.info}>
        {takenOn(photo) && <p className={styles.taken}>{takenOn(photo)}</p>}
        <Facts photo={photo} />
      </aside>
    </div>
  )
}

/** A lens's id is made from the name that is shown. */
const lensLink = (name: string) => (
  <Link className={faintLink} to={paths.lens(cameraId(name))}>
    {name}
  </Link>
)

/** In the order of the photo, with commas between them; marks those that only the owner sees. */
function Keywords({ of: { keywords, hiddenKeywords } }: { of: Photo }) {
  return keywords.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ', '}
      <Link className={styles.keyword} to={paths.keyword(keywordValue(word))}>
        <bdi>{word}</bdi>
      </Link>
      {hiddenKeywords?.includes(word) && (
        <>
          {' '}
          <small className={styles.hiddenMark}>
            {texts.hidden} <span className="visually-hidden">{texts.fromVisitors}</span>
          </small>
        </>
      )}
    </Fragment>
  ))
}

function Facts({ photo }: { photo: Photo }) {
  const { cameraName: camera, lensName: lens } = photo
  const cameraLink = photo.cameraModel ? (
    <Link className={faintLink} to={paths.camera(cameraId(photo.cameraModel))}>
      {camera}
    </Link>
  ) : (
    camera
  )
  const licence = <PhotoLicence rights={photo.rights} />
  const facts = [
    [texts.facts.camera, camera && cameraLink],
    [texts.facts.focalLength, focalLengths(photo)],
    [texts.facts.settings, exposureSettings(photo)],
    [texts.facts.lens, lens && lensLink(lens)],
    [texts.facts.place, photo.place && <PlaceLink place={photo.place} />],
    [texts.facts.photographer, photo.creator && <bdi>{photo.creator}</bdi>],
    [texts.facts.copyright, photo.copyright && <bdi>{photo.copyright}</bdi>],
    [texts.facts.licence, licence],
  ] as const
  const known = facts.filter(([, fact]) => fact)
  return (
    <dl className={styles.facts}>
      {known.flatMap(([name, fact]) => [
        <dt key={name} className={styles.factName}>
          {name}
        </dt>,
        <dd key={`${name} is`}>{fact}</dd>,
      ])}
    </dl>
  )
}

/** Where it was taken, as far as this viewer may know; leads to the map. */
function PlaceLink({ place: { town, country, latitude, longitude } }: { place: Place }) {
  const name = [town, country].filter(Boolean).join(', ')
  return (
    <Link className={faintLink} to={paths.map()}>
      <bdi>{name || `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`}</bdi>
    </Link>
  )
}

/** What the photo may be used for: its own terms, else the gallery's licence. */
function PhotoLicence({ rights }: Pick<Photo, 'rights'>) {
  const licence = useAtomValue(licenceAtom)
  const { usageTerms, webStatement } = rights ?? {}
  const isOwn = usageTerms || webStatement
  const address = isOwn ? webStatement : licence.address
  const text = isOwn ? usageTerms || texts.terms : licence.name
  // A photo's metadata may contain anything.
  const isLink = address && /^https?:\/\//i.test(address)
  return isLink ? (
    <a className={faintLink} href={address} rel="license">
      <bdi>{text}</bdi>
    </a>
  ) : (
    <bdi>{usageTerms || webStatement || text}</bdi>
  )
}
