import {
  AttributionControl,
  addProtocol,
  type LngLatBoundsLike,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import styleAddress from 'maplibre-gl/dist/maplibre-gl.css?url'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { MapColors } from './map-colors.ts'
import { tilesStyle, worldStyle } from './map-style.ts'

type BaseMap = {
  readonly container: HTMLElement
  readonly colors: MapColors
  readonly hasTiles: boolean
  /** What screen readers call it. */
  readonly title: string
  readonly bounds: LngLatBoundsLike
  /** The zoom that showing the bounds does not exceed. */
  readonly firstZoom: number
  readonly maxZoom: number
}

/** A map without photos. It moves at once where motion is reduced. @throws without WebGL. */
export async function createMap(shown: BaseMap): Promise<MapLibre> {
  const { container, colors, hasTiles, title, bounds, firstZoom, maxZoom } = shown
  setWorkerUrl(workerAddress)
  await addStyles()
  if (hasTiles) await openTiles()
  const map = new MapLibre({
    container,
    style: hasTiles ? tilesStyle(colors) : await worldStyle(colors),
    bounds,
    fitBoundsOptions: { padding: 60, maxZoom: firstZoom },
    maxZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // Movements are ended by the library itself; this is for texts.
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { fadeDuration: 0 }),
    locale: { 'Map.Title': title },
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  if (hasTiles) map.addControl(new AttributionControl({ compact: true }))
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}

export const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** The map's own stylesheet, which no other screen needs. */
function addStyles(): Promise<void> {
  if (document.querySelector(`link[href="${styleAddress}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: styleAddress,
  })
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('could not load the styles of the map'))
    }
  })
  document.head.append(link)
  return loaded
}

async function openTiles(): Promise<void> {
  const { Protocol } = await import('pmtiles')
  addProtocol('pmtiles', new Protocol().tile)
}
