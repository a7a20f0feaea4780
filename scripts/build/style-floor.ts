import { compatibility, isInFloor } from './browser-floor.ts'

/** Newer CSS that may be missing: spacing, animations, and what another style also shows. */
const dispensable = [
  /^@starting-style$/,
  /::view-transition-/,
  /::marker/,
  /:fullscreen/,
  // focusWithin() has a style for browsers without :has().
  /:has\(:focus-visible\)/,
  // Less space above the row of a list's tools.
  /:has\(\+ ?\.\w+\)/,
  /:root:has\(\.top-bar\.is-dense\)/,
  /:has\(> ?noscript\)/,
  // The checkbox is checked as well.
  /\.tile:has\(\+/,
  // A longer form on phones.
  /:has\(> ?\[data-choosing\]\)/,
  // Where notices are in low windows.
  /^body:has\(\.\w+\) \.\w+$/,
  // The counts in a chart, which may overlap.
  /:has\(\.\w+:is\(:hover, ?:focus-visible\)\)/,
]

let newer: { readonly atRules: Set<string>; readonly selectors: Set<string> } | undefined

function namesAboveFloor() {
  const atRules = new Set<string>()
  const selectors = new Set<string>()
  for (const [key, support] of compatibility()) {
    const [area, kind, name = '', ...details] = key.split('.')
    if (area !== 'css' || details.length > 0 || isInFloor(support)) continue
    if (kind === 'at-rules') atRules.add(name)
    else if (kind === 'selectors') selectors.add(name)
  }
  return { atRules, selectors }
}

/** Rules that a browser of the floor ignores as a whole, such as those with :has(). */
export function findStylesAboveFloor(css: string): string[] {
  newer ??= namesAboveFloor()
  const { atRules, selectors } = newer
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  return [...rules].flatMap(([, rule = '']) => {
    const text = rule.trim()
    const isNewer = text.startsWith('@')
      ? atRules.has(/^@([\w-]+)/.exec(text)?.[1] ?? '')
      : [...text.matchAll(/::?([a-z-]+)/g)].some(([, name = '']) => selectors.has(name))
    return isNewer && !dispensable.some((known) => known.test(text)) ? [text] : []
  })
}
