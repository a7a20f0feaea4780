import { ownValue } from '../contract/own-value.ts'
import { sexagesimal, signed } from './degrees.ts'

const hemispheres: Record<string, string> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
}

/** A number, possibly as a fraction, and what separates it from the next one. */
const numberPattern = /(\d+(?:\.\d+)?)(?:\/(\d+))?/y
const separatorPattern = /\s*(?:deg|[°º,;:'′’"″”\s])*\s*/y

/**
 * Decimal degrees of '52,30.5N', '52,30,12.5N', '52.5083N', '-52.5083', `52° 30' 12.5" N` and their
 * like, also with decimal commas. `ends` are the axis' hemispheres, 'NS' or 'EW'; `ref` names one
 * if the text does not. NaN if anything is unclear.
 */
export function parseDegrees(text: string, ref: string, ends: 'NS' | 'EW'): number {
  const named = withoutHemisphere(text.trim(), ends)
  const [positive = '', negative = ''] = ends
  const direction = named.direction || ref
  const match = /^([+-]?)\s*(\d.*)$/.exec(named.rest.replace(/^[\u2212\u2013]/, '-'))
  const parts = match ? numbersOf(match[2] ?? '', direction !== '') : null
  if (!match || !parts) return Number.NaN
  const size = isPreciseDecimal(named.rest, parts)
    ? parts[0]!
    : sexagesimal(parts[0] ?? Number.NaN, parts[1], parts[2])
  const value = match[1] === '-' ? -size : size
  if (direction !== '') return signed(value, direction, positive, negative)
  // Without a hemisphere, only the sign of a decimal number is reliable.
  return parts.length === 1 ? value : Number.NaN
}

/** '48.000000' is as precise as '48.000001', while '48' may be a truncated coordinate. */
const isPreciseDecimal = (text: string, parts: readonly number[]): boolean =>
  parts.length === 1 && /[.,]\d{3,}\D*$/.test(text)

/** 'N', 'n', 'North' before or after the number. */
function withoutHemisphere(text: string, ends: string): { direction: string; rest: string } {
  for (const letter of ends) {
    const name = `(?:${ownValue(hemispheres, letter)}|${letter})`
    const match = new RegExp(
      `^(?:${name}\\.?\\s*(.*\\d.*)|(.*\\d\\D*?)\\s*${name}\\.?)$`,
      'i',
    ).exec(text)
    if (match) return { direction: letter, rest: (match[1] ?? match[2] ?? '').trim() }
  }
  return { direction: '', rest: text }
}

/** One to three numbers; null if there is anything else. */
function numbersOf(text: string, hasHemisphere: boolean): number[] | null {
  const plain = withDecimalPoint(text, hasHemisphere)
  if (plain === null) return null
  const numbers: number[] = []
  let position = 0
  while (position < plain.length) {
    const match = matchAt(numberPattern, plain, position)
    if (!match) return null
    numbers.push(Number(match[1]) / Number(match[2] ?? 1))
    position += match[0].length
    position += matchAt(separatorPattern, plain, position)?.[0].length ?? 0
  }
  const isComplete = numbers.length > 0 && numbers.length <= 3 && numbers.every(Number.isFinite)
  return isComplete ? numbers : null
}

/**
 * A comma separates degrees from minutes, which have two digits: in '52,5083' it is a decimal
 * comma, as it is in '52,30,12,5' and '52° 30,5'. Null if it can be either.
 */
function withDecimalPoint(text: string, hasHemisphere: boolean): string | null {
  if (text.includes('.') || text.includes('/')) return text
  const commas = text.split(',').length - 1
  const isDecimal =
    /,\d{3,}\D*$/.test(text) || commas === 3 || (commas === 1 && /\d\s*[^\d\s,].*,/.test(text))
  if (isDecimal) return text.replace(/,(\d+\D*)$/, '.$1')
  return commas === 1 && !hasHemisphere ? null : text
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}
