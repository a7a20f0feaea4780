/**
 * Words that lists of ad and annoyance blockers (EasyList, EasyPrivacy, Fanboy's) match in names of
 * files, classes and ids: a part that is named with one is missing in many browsers.
 */
const anywhere =
  /advert|affiliate|analytic|banner|beacon|campaign|consent|cookie|doubleclick|facebook|follow|gdpr|instagram|linkedin|marketing|newsletter|outbrain|paywall|pinterest|popunder|popup|promo|reddit|shar(?:e|ing)|social|sponsor|subscribe|taboola|telegram|telemetry|track(?:er|ing|s)?(?![a-z])|tumblr|tweet|twitter|whatsapp/i
/** Only as words of their own: 'add' and 'shadow' are harmless. */
const words = new Set(
  'ad,adblock,adbox,ads,adv,adsense,ccpa,fb,like,optin,optout,pixel,promoted,pub,stats,track,tracks,utm,vk'.split(
    ',',
  ),
)

/** The part of a name that blockers would match, if any. */
export function filteredWord(name: string): string | undefined {
  const found = anywhere.exec(name)?.[0]
  if (found) return found
  const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  return parts.find((part) => words.has(part.toLowerCase()))
}

/** Classes and ids in a style sheet. */
export const namesInStyles = (css: string): Set<string> =>
  new Set([...css.matchAll(/[.#](-?[A-Za-z_][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))

/** In a template: the variables have names that the minifier chose. */
const shortened = /\$\{[^{}"'`]*\}/g

/** Classes and ids that scripts give to elements, as far as they are written out. */
export function namesInScript(code: string): Set<string> {
  const values = code.matchAll(/\b(?:className|id):(?:`([^`]*)`|"([^"]*)"|'([^']*)')/g)
  const written = [...values].map(([, ...texts]) => texts.join('').replace(shortened, ' '))
  return new Set(written.flatMap((text) => text.split(/\s+/)).filter(Boolean))
}
