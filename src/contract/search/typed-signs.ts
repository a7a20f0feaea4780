/** Signs that phones, word processors and other keyboards type in place of those in ASCII. */

/** For use in a character class. */
export const quoteSigns = '"“”„‟«»‹›＂〝〞〟❝❞「」『』'
/** These are apostrophes as well; '‘' and '‚' only when they begin a word. */
export const singleQuotes = {
  opening: "'‘’‚‛＇❛❜",
  onlyOpening: '‘‚‛❛',
  closing: "'‘’＇❜",
}
export const comparisonSigns = '<>=＜＞＝≤≥≧≦⩾⩽⪖⪕'
export const colonSigns = ':：﹕︓∶꞉˸ː'
export const minusSigns = String.raw`\-‐‑‒–—―−﹣－`

const rangeSigns = new RegExp(`[${minusSigns}~∼〜～ー]`, 'g')
const fraction = /(\d+)([¼-¾⅐-⅞])/g

/** 1½ as 1.5. */
const asDecimal = (_: string, whole: string, part: string): string => {
  const [over = 0, under = 1] = part.normalize('NFKC').split('⁄').map(Number)
  return String(Number(whole) + Number((over / under).toFixed(3)))
}

export const withDecimals = (text: string): string => text.replace(fraction, asDecimal)

/** Comparisons, ranges and decimals of a folded text in ASCII: '≥1,8' as '>=1.8', '24–70' as '24-70'. */
export const inAscii = (text: string): string =>
  text
    .replace(/[≥≧⩾⪖]|=>/g, '>=')
    .replace(/[≤≦⩽⪕]|=</g, '<=')
    .replace(/[⁄∕÷]/g, '/')
    .replace(/(?<=\d)\s*\/\s*(?=\d)/g, '/')
    .replace(rangeSigns, '-')
    .replace(/(?<=\d)[,٫](?=\d)/g, '.')
    .replace(/\.{3,}/g, '..')
    .replace(/\s*(\.\.|-|[<>]=?)\s*/g, '$1')
