/**
 * Letters that Unicode does not decompose, by the Latin letters that stand for them: CLDR's transform
 * Latin-ASCII (https://github.com/unicode-org/cldr, common/transforms/Latin-ASCII.xml; Unicode License
 * v3) for lower case, and the schwa and open vowels, which are typed so where a keyboard lacks them.
 */
const latin = {
  a: 'ᴀᶏⱥɑ',
  aa: 'ꜳ',
  ae: 'æᴁ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃɓʙᴃᵬᶀ',
  c: 'ƈȼɕᴄꞓ',
  d: 'ðđƌȡɖɗᴅᴆᵭᶁᶑꝱꝺ',
  db: 'ȸ',
  dz: 'ʣʥ',
  e: 'əǝɛɇᴇᶒᶓⱸ',
  f: 'ƒᵮᶂꜰꝼ',
  g: 'ǥɠɡɢʛᶃꞡɣ',
  h: 'ħɦɧʜⱨ',
  hv: 'ƕ',
  i: 'ıɨɩɪᵻᶖ',
  j: 'ȷɉɟʝᴊ',
  k: 'ƙᴋᶄⱪꝁꝃꝅꞣ',
  l: 'łƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲ',
  ll: 'ỻ',
  ls: 'ʪ',
  lz: 'ʫ',
  m: 'ɱᴍᵯᶆꝳ',
  n: 'ŋƞȵɲɳɴᵰᶇꝴꞑꞥ',
  o: 'øɔɵᴏⱺꝋꝍ',
  oe: 'œɶ',
  oi: 'ƣ',
  oo: 'ꝏ',
  p: 'ƥᴘᵱᵽᶈꝑꝓꝕ',
  q: 'ĸʠꝗꝙ',
  qp: 'ȹ',
  r: 'ɍɼɽɾʀᵲᵳᶉꝵꝶꞧ',
  s: 'ȿʂᵴᶊẜẝꜱꞩ',
  ss: 'ß',
  t: 'ŧƫƭȶʈᴛᵵⱦꝷꞇ',
  th: 'þᵺꝥꝧ',
  ts: 'ʦ',
  u: 'ʉʊᴜᵾᶙ',
  ue: 'ᵫ',
  v: 'ʋᴠᶌỽⱱⱴꝟ',
  vy: 'ꝡ',
  w: 'ᴡⱳ',
  x: 'ᶍ',
  y: 'ƴɏʏỿ',
  z: 'ƶȥɀʐʑᴢᵶᶎⱬ',
} as const

/**
 * Forms of one letter in other scripts. Arabic and Persian as in Lucene's ArabicNormalizer and
 * PersianNormalizer; tatweel only stretches a word.
 */
const others = {
  // Greek and Hebrew letters at the end of a word
  σ: 'ς',
  כ: 'ך',
  מ: 'ם',
  נ: 'ן',
  פ: 'ף',
  צ: 'ץ',
  // Cyrillic letters with a stroke or hook
  г: 'ґғҕӻ',
  ж: 'җ',
  з: 'ҙ',
  к: 'қҝҟҡӄ',
  н: 'ңӊӈҥ',
  с: 'ҫ',
  т: 'ҭ',
  у: 'үұ',
  х: 'ҳӽӿ',
  ч: 'ҷҹӌ',
  // Arabic
  ا: 'ٱ',
  ي: 'ىیېۍے',
  ك: 'کڪ',
  ه: 'ةہھەۀۃ',
  '': 'ـ',
}

const plainLetters = new Map(
  [...Object.entries(latin), ...Object.entries(others)].flatMap(([plain, forms]) =>
    [...forms].map((form) => [form, plain] as const),
  ),
)

/** What is not shown, and marks that a word is also written without; not the voicing marks of kana. */
const leftOut =
  /\p{Cf}|(?=\p{Mn})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Syriac}]/gu
const isAscii = /^[\0-\x7f]*$/
const special = /[^\0-\x7f]/gu
const digit = /^\p{Nd}$/u
const toHiragana = 'か'.charCodeAt(0) - 'カ'.charCodeAt(0)

/**
 * Text in the form in which it is compared: in lower case, without accents, points and other marks,
 * in ASCII where a letter or digit has such a form, with katakana as hiragana. Text that looks the
 * same to a reader is the same, however it is composed: NFD, ligatures, full and half width.
 */
export function folded(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  // In lower case once more, because the letters in ℡ are capitals.
  const plain = text.toLowerCase().normalize('NFKD').toLowerCase().replace(leftOut, '')
  if (isAscii.test(plain)) return plain
  return plain.replace(special, plainCharacter).normalize('NFC')
}

function plainCharacter(character: string): string {
  const known = plainLetters.get(character)
  if (known !== undefined) return known
  if (character >= 'ァ' && character <= 'ヶ') {
    return String.fromCharCode(character.charCodeAt(0) + toHiragana)
  }
  return digit.test(character) ? asciiDigit(character) : character
}

/** Unicode's decimal digits are in runs of ten, from zero to nine. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0)!
  let before = 0
  while (digit.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
