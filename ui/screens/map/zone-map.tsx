import { useAtomValue } from 'jotai'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Point, Zone } from '../../../src/contract/places/distance.ts'
import type { Places } from '../../../src/contract/places/places.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { hasWebGl } from './base-map.ts'
import { drawZone, showZone } from './draw-zone.ts'
import { mapColors } from './map-colors.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

type ZoneMapProps = {
  /** The owner's photos. */
  places: Places
  zone: Zone | undefined
  onChoose: (point: Point) => void
}

/** A small map, on which a click sets the centre of a zone. */
export function ZoneMap({ places, zone, onChoose }: ZoneMapProps) {
  const { colorTheme } = useAtomValue(uxConfigAtom)
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre>()
  const [problem, setProblem] = useState<string>()
  const choose = useEffectEvent(onChoose)
  const firstZone = useEffectEvent(() => zone)

  useEffect(() => {
    if (!container.current) return
    let isOver = false
    let drawn: MapLibre | undefined
    drawZone({
      container: container.current,
      colors: mapColors(colorTheme),
      hasTiles: places.hasTiles,
      points: places.points,
      groups: places.groups,
      zone: firstZone(),
      onChoose: (point) => choose(point),
    }).then(
      (made) => {
        drawn = made
        if (isOver) made.remove()
        else setMap(made)
      },
      () => setProblem(hasWebGl() ? texts.zoneLoadFailed : texts.noZoneMap),
    )
    return () => {
      isOver = true
      drawn?.remove()
      setMap(undefined)
    }
  }, [places, colorTheme])

  const { latitude, longitude, radius } = zone ?? {}
  useEffect(() => {
    if (!map) return
    const isKnown = latitude !== undefined && longitude !== undefined && radius !== undefined
    showZone(map, isKnown ? { latitude, longitude, radius } : undefined)
  }, [map, latitude, longitude, radius])

  if (problem) return <p>{problem}</p>
  return (
    <>
      {!map && <Waiting />}
      <div ref={container} className={styles.zoneMap} />
    </>
  )
}
