import { useAtomValue } from 'jotai'
import { type Map as MapLibre, Popup } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tileSources } from '../../../src/contract/photos/tile.ts'
import { mapPath } from '../../../src/contract/places/map-address.ts'
import type { PlacePoint, Places } from '../../../src/contract/places/places.ts'
import { paths } from '../../kit/paths.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { hasWebGl } from './base-map.ts'
import { drawMap, showPlace } from './draw-map.ts'
import { mapColors } from './map-colors.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

/** Between a popup and the map's edge, in pixels. */
const room = 8

type PlacesMapProps = {
  places: Places
  albumId: string | undefined
  at: number | undefined
}

/** The photos' places on a map; a message instead where the browser cannot draw one. */
export function PlacesMap({ places, albumId, at }: PlacesMapProps) {
  const { colorTheme } = useAtomValue(uxConfigAtom)
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre>()
  const [problem, setProblem] = useState<string>()
  /** The town that the map has moved to. */
  const shownAt = useRef<number>(undefined)
  const navigate = useNavigate()

  const open = useEffectEvent((point: PlacePoint, place: [number, number], on: MapLibre) => {
    const path = albumId ? paths.albumPhoto(albumId, point.id) : paths.photo(point.id)
    const content = popupOf(point, path, () => void navigate(path))
    const popup = new Popup({ closeButton: false, offset: 12, anchor: 'bottom' })
    popup.setLngLat(place).setDOMContent(content).addTo(on)
    bringIntoSight(popup, on)
    content.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return
      popup.remove()
      on.getCanvas().focus()
    })
    content.focus()
  })
  const openTown = useEffectEvent((point: PlacePoint) => {
    // The same address again would load and draw the map anew.
    if (point.group === at) return
    const path = mapPath(albumId, places.groups[point.group])
    void navigate(path, { preventScrollReset: true })
  })

  useEffect(() => {
    if (!container.current) return
    let isOver = false
    let drawn: MapLibre | undefined
    drawMap({
      container: container.current,
      colors: mapColors(colorTheme),
      hasTiles: places.hasTiles,
      points: places.points,
      groups: places.groups,
      onPhoto: (index, place, on) => open(places.points[index]!, place, on),
      onPile: (index) => openTown(places.points[index]!),
    }).then(
      (made) => {
        drawn = made
        if (isOver) made.remove()
        else setMap(made)
      },
      () => setProblem(hasWebGl() ? texts.loadFailed : texts.noMap),
    )
    return () => {
      isOver = true
      drawn?.remove()
      shownAt.current = undefined
      setMap(undefined)
    }
  }, [places, colorTheme])

  useEffect(() => {
    if (!map || shownAt.current === at) return
    shownAt.current = at
    showPlace(map, at === undefined ? undefined : places.groups[at], places.points)
  }, [map, places, at])

  if (problem) return <p className={styles.message}>{problem}</p>
  return (
    <>
      {!map && <Waiting />}
      <div ref={container} className={styles.canvas} />
    </>
  )
}

/** Moves the map so that none of the popup, which is above its point, is beyond the edge. */
function bringIntoSight(popup: Popup, map: MapLibre): void {
  const edge = map.getContainer().getBoundingClientRect()
  const box = popup.getElement().getBoundingClientRect()
  const beyond = (start: number, end: number) => Math.min(0, start - room) + Math.max(0, end + room)
  const x = beyond(box.left - edge.left, box.right - edge.right)
  const y = beyond(box.top - edge.top, box.bottom - edge.bottom)
  if (x !== 0 || y !== 0) map.panBy([x, y])
}

function popupOf({ fileName, title }: PlacePoint, path: string, follow: () => void): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: path, className: styles.popup })
  const { modern, src, srcSet } = tileSources({ fileName })
  const sizes = '160px'
  const picture = document.createElement('picture')
  picture.append(
    Object.assign(document.createElement('source'), {
      type: modern.type,
      sizes,
      srcset: modern.srcSet,
    }),
    Object.assign(document.createElement('img'), {
      className: styles.popupPicture,
      alt: '',
      width: 160,
      height: 160,
      sizes,
      srcset: srcSet,
      src,
    }),
  )
  const name = Object.assign(document.createElement('span'), {
    textContent: title || texts.untitled,
    dir: 'auto',
    className: styles.popupTitle,
  })
  link.append(picture, name)
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    follow()
  })
  return link
}
