import { escapePattern } from '../text/escape-pattern.ts'
import { hasName, makerAtStart, makerName, occurrencesOf } from './makers.ts'
import { saidModel } from './model-names.ts'

type Tidy = (text: string) => string

/**
 * A camera as people name it: 'Kodak DX4900', 'Sony α7 III'. Null if the file names neither maker nor
 * model.
 */
export function cameraName(make: string | null, model: string | null): string | null {
  const name = spoken(make ?? '', model ?? '', tidyModel)
  const maker = makerAtStart(name)
  return (maker ? `${maker.name} ${saidModel(maker.name, maker.rest)}`.trim() : name) || null
}

/** A lens as people name it. */
export const lensName = (make: string | null, model: string | null): string | null =>
  spoken(make ?? '', model ?? '', oneSpaced) || null

/** The maker once, then the model. A model's own brand wins: Ricoh makes the Pentax K-3. */
function spoken(make: string, model: string, tidy: Tidy): string {
  const maker = makerName(make)
  const words = settled(model, (text) => tidy(withoutAtStart(text, maker)))
  const brand = makerAtStart(words)?.name ?? maker
  const rest = settled(words, (text) => tidy(without(withoutAtStart(text, brand), brand)))
  if (!hasName(rest)) return brand || model.trim()
  const name = isNamedIn(rest, brand) ? rest : `${brand} ${rest}`
  // Without the maker, another one may come first.
  const own = [rest, name].find((text) => (makerAtStart(text)?.name ?? brand) !== brand)
  return own === undefined ? name : spoken('', own, tidy)
}

/** Applies a change until it changes nothing more. */
function settled(text: string, change: Tidy): string {
  const changed = change(text)
  return changed === text ? text : settled(changed, change)
}

function withoutAtStart(text: string, maker: string): string {
  const known = makerAtStart(text.trim())
  if (known?.name === maker) return known.rest
  return text.replace(new RegExp(`^\\s*${escapePattern(maker)}(?![\\p{L}\\p{N}])`, 'iu'), '')
}

const without = (text: string, maker: string): string =>
  maker ? text.replace(occurrencesOf(maker), ' ') : text

/** Whether the model already names the maker: 'Acme X1' needs no 'Acme Cameras' before it. */
function isNamedIn(rest: string, maker: string): boolean {
  const [first = ''] = maker.split(' ')
  return first === '' || rest.split(' ')[0]?.toLowerCase() === first.toLowerCase()
}

const oneSpaced: Tidy = (text) => text.replace(/\s+/g, ' ').replace(/^[ _,-]+| $/g, '')

/** Removes what cameras add to their model's name. */
function tidyModel(text: string): string {
  return (
    oneSpaced(text.replaceAll('_', ' '))
      // Samsung: '<Digimax S800 / Kenox S800>'.
      .replace(/^<([^<>/]*[^<>/\s])(?:\s*\/[^<>]*)?>$/, '$1')
      // Olympus lists the model's names in other countries: 'E-20,E-20N,E-20P'.
      .replace(/^([^\s,]*\d[^\s,]*)(?:,[^\s,]*\d[^\s,]*)+$/, '$1')
      // HP and Kodak add the firmware: 'HP PhotoSmart C945 (V01.61)'.
      .replace(/\s*\(v[\d.]+\)$/i, '')
      .replace(/(?:^|\s+)(?:zoom\s+)?digital(?:\s+still)?\s+camera$/i, '')
      .replace(/^digital(?:\s+still)?\s+camera(?=\s)/i, '')
      .trim()
  )
}
