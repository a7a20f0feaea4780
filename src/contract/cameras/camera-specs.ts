/** Pixel counts are stored as entered, in millions or in pixels; `times` is a zoom factor. */
export type SpecKind = 'text' | 'number' | 'boolean' | 'megapixels' | 'times' | 'centimetres'

/** `isFixed` values come from the photos and cannot be edited. */
type Spec = {
  readonly key: string
  readonly label: string
  readonly kind: SpecKind
  readonly isFixed?: true
}

export const cameraSpecs = [
  { key: 'cameraModel', label: 'Camera Model', kind: 'text', isFixed: true },
  { key: 'model', label: 'Model', kind: 'text', isFixed: true },
  { key: 'make', label: 'Make', kind: 'text', isFixed: true },
  { key: 'year', label: 'Year', kind: 'number' },
  { key: 'effectivePixels', label: 'Effective Pixels', kind: 'megapixels' },
  { key: 'totalPixels', label: 'Total Pixels', kind: 'megapixels' },
  { key: 'sensorSize', label: 'Sensor Size', kind: 'text' },
  { key: 'sensorType', label: 'Sensor Type', kind: 'text' },
  { key: 'sensorResolution', label: 'Sensor Resolution', kind: 'text' },
  { key: 'imageResolution', label: 'Image Resolution', kind: 'text' },
  { key: 'cropFactor', label: 'Crop Factor', kind: 'number' },
  { key: 'opticalZoom', label: 'Optical Zoom', kind: 'times' },
  { key: 'digitalZoom', label: 'Digital Zoom', kind: 'boolean' },
  { key: 'iso', label: 'ISO', kind: 'text' },
  { key: 'raw', label: 'RAW', kind: 'boolean' },
  { key: 'manualFocus', label: 'Manual Focus', kind: 'boolean' },
  { key: 'focusRange', label: 'Focus Range', kind: 'centimetres' },
  { key: 'macroFocusRange', label: 'Macro Focus Range', kind: 'centimetres' },
  { key: 'focalLengthEquiv', label: 'Focal Length (35 mm equivalent)', kind: 'text' },
  { key: 'aperturePriority', label: 'Aperture Priority', kind: 'boolean' },
  { key: 'maxAperture', label: 'Max Aperture', kind: 'text' },
  { key: 'maxApertureEquiv', label: 'Max Aperture (35 mm equivalent)', kind: 'text' },
  { key: 'metering', label: 'Metering', kind: 'text' },
  { key: 'exposureComp', label: 'Exposure Compensation', kind: 'text' },
  { key: 'shutterPriority', label: 'Shutter Priority', kind: 'boolean' },
  { key: 'minShutterSpeed', label: 'Min Shutter Speed', kind: 'text' },
  { key: 'maxShutterSpeed', label: 'Max Shutter Speed', kind: 'text' },
  { key: 'builtInFlash', label: 'Built-in Flash', kind: 'boolean' },
  { key: 'externalFlash', label: 'External Flash', kind: 'boolean' },
  { key: 'viewFinder', label: 'Viewfinder', kind: 'text' },
  { key: 'videoCapture', label: 'Video Capture', kind: 'boolean' },
  { key: 'maxVideoResolution', label: 'Max Video Resolution', kind: 'text' },
  { key: 'gps', label: 'GPS', kind: 'boolean' },
] as const satisfies readonly Spec[]

type CameraSpec = (typeof cameraSpecs)[number]
type FixedKey = Extract<CameraSpec, { isFixed: true }>['key']
type KeyOf<Kind extends SpecKind> = Exclude<Extract<CameraSpec, { kind: Kind }>['key'], FixedKey>

/** What the owner has entered; '', 0 and null mean unknown. */
export type CameraSpecs = Record<KeyOf<'text'>, string> &
  Record<KeyOf<'boolean'>, boolean | null> &
  Record<KeyOf<'number' | 'megapixels' | 'times' | 'centimetres'>, number>

export const editableSpecs = cameraSpecs.filter((spec) => !('isFixed' in spec))

/** `text` is '' if the value is unknown. */
export type SpecRow = { readonly key: string; readonly label: string; readonly text: string }

/** Visitors get the known rows. */
export function specRows(
  camera: CameraSpecs & Record<FixedKey, string>,
  isOwner: boolean,
): SpecRow[] {
  return cameraSpecs
    .map((spec) => ({ spec, text: specText(spec, camera[spec.key]) }))
    .filter(({ text }) => isOwner || text !== '')
    .map(({ spec: { key, label }, text }) => ({ key, label, text }))
}

/** Box sizes of the smaller pictures in pixels: Tiny, Small, Medium. */
export const cameraPictureSizes = [48, 192, 512] as const
export type CameraPictureSize = (typeof cameraPictureSizes)[number] | 'original'

export function cameraPicture(image: string, size: (typeof cameraPictureSizes)[number]): string {
  return image.replace(/\?|$/, (end) => (image === '' ? '' : `/${size}${end}`))
}

/** A value as shown: 'Yes', '24.2 M', '3x', '50 cm'; '' if unknown. */
export function specText({ kind }: Spec, value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (value === 0) return ''
  switch (kind) {
    case 'megapixels':
      return `${Number(inMillions(value).toPrecision(3))} M`
    case 'times':
      return `${value}x`
    case 'centimetres':
      return `${value} cm`
    default:
      return String(value)
  }
}

/** Smaller numbers are megapixels. */
const minPixels = 10_000

const inMillions = (pixels: number) => (pixels < minPixels ? pixels : pixels / 1e6)

/** The decimal number that a text is: '24.2', '-3', '1e3'. Undefined for anything else. */
export function numberIn(text: string): number | undefined {
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())
  // 0 is added because '-0' is 0.
  return isNumber && Number.isFinite(Number(text)) ? Number(text) + 0 : undefined
}
