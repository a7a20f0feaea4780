import { useState } from 'react'
import { placeLimits } from '../../../../src/contract/limits.ts'
import { tileSources } from '../../../../src/contract/photos/tile.ts'
import { isInside } from '../../../../src/contract/places/distance.ts'
import type { HomeZone, Places } from '../../../../src/contract/places/places.ts'
import { AfterHydration } from '../../../kit/components/AfterHydration.tsx'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { fieldOf, type ZoneDraft, zoneOf } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ZoneMap = lazyWithRetry(async () => (await import('../../map/zone-map.tsx')).ZoneMap, {
  part: 'the map',
  isInPlace: true,
})

/** The most photos to choose a position from. */
const maxChoices = 60

type ZoneFieldsProps = {
  zone: ZoneDraft
  number: number
  /** The owner's own photos with a place. */
  places: Places | undefined
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<ZoneDraft>) => void
  onRemove: () => void
}

export function ZoneFields(props: ZoneFieldsProps) {
  const { zone, number, places, errorOf, onChange, onRemove } = props
  const title = zone.name || texts.zone(number)
  const drawn = zoneOf({ ...zone, name: title }).zone
  const inside = drawn && places?.points.filter((point) => isInside(drawn, point)).length
  const field = (part: 'name' | 'position' | 'radius') => ({
    name: fieldOf(zone.key, part),
    value: zone[part],
    error: errorOf(fieldOf(zone.key, part)),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
  })
  return (
    <fieldset className={styles.zone}>
      <legend className={styles.zoneTitle}>{title}</legend>
      <TextField
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={placeLimits.zoneName}
        {...field('name')}
      />
      <div className={styles.pair}>
        <TextField label={texts.position} hint={texts.positionHint} {...field('position')} />
        <TextField label={texts.radius} inputMode="numeric" {...field('radius')} />
      </div>
      <MapChoice places={places} zone={drawn} onChoose={(position) => onChange({ position })} />
      <PhotoChoice places={places} onChoose={(position) => onChange({ position })} />
      <div className={styles.foot}>
        <p className={styles.inside} role="status">
          {inside !== undefined && texts.inside(inside, places?.hasMore ?? false)}
        </p>
        <Button kind="quiet" onClick={onRemove}>
          {texts.remove(title)}
        </Button>
      </div>
    </fieldset>
  )
}

type MapChoiceProps = {
  places: Places | undefined
  zone: HomeZone | undefined
  onChoose: (position: string) => void
}

/** Loaded when it is opened. */
function MapChoice({ places, zone, onChoose }: MapChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.choice}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>{texts.fromMap}</summary>
      <p className={styles.note}>{texts.mapHint}</p>
      <div className={styles.mapBox}>
        {isOpen && places && (
          <AfterHydration>
            <ZoneMap
              places={places}
              zone={zone}
              onChoose={({ latitude, longitude }) => onChoose(`${latitude}, ${longitude}`)}
            />
          </AfterHydration>
        )}
      </div>
    </details>
  )
}

type PhotoChoiceProps = { places: Places | undefined; onChoose: (position: string) => void }

/** The owner's photos with a place, those of the most photographed towns first. */
function PhotoChoice({ places, onChoose }: PhotoChoiceProps) {
  const points = [...(places?.points ?? [])]
    .sort((one, other) => one.group - other.group)
    .slice(0, maxChoices)
  return (
    <details className={styles.choice}>
      <summary className={styles.summary}>{texts.fromPhoto}</summary>
      {points.length === 0 && <p>{texts.noPhotos}</p>}
      <ul className={styles.thumbs}>
        {points.map(({ id, fileName, title, latitude, longitude, group }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.thumbButton}
              onClick={() => onChoose(`${latitude}, ${longitude}`)}
            >
              <ResponsiveImage
                className={styles.thumb}
                sources={tileSources({ fileName })}
                sizes="72px"
                alt={texts.photoFrom(title, places?.groups[group]?.town ?? '')}
                width="72"
                height="72"
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
