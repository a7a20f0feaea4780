/**
 * Texts that devices and programs write into every photo, in lower case; neither title nor
 * description.
 */
const factoryTexts = new Set([
  'acd systems digital imaging',
  'benq digital camera',
  'casio digital camera',
  'concord digital camera',
  'dcf 1.0',
  'digital camera',
  'digital image',
  'digital still camera',
  'exif jpeg',
  'exif_jpeg_picture',
  'fujifilm digital camera',
  'hp digital camera',
  'jpeg',
  'jpeg image',
  'kodak action cam',
  'kodak digital still camera',
  'konica digital camera',
  'konica minolta digital camera',
  'konica minolta dsc',
  'leica digital camera',
  'medion digital camera',
  'minolta digital camera',
  'minolta dsc',
  'my beautiful picture',
  'nikon digital camera',
  'olympus camera',
  'olympus digital camera',
  'olympus digital camera e-system',
  'panasonic digital camera',
  'pentax digital camera',
  'polaroid digital camera',
  'praktica digital camera',
  'ricoh digital camera',
  'rollei digital camera',
  'samsung',
  'samsung camera',
  'samsung digital camera',
  'sanyo digital camera',
  'sony dsc',
  'sony digital camera',
  'toshiba digital camera',
  'untitled',
  'vivitar digital camera',
  'yakumo digital camera',
])

/** Processing codes from Huawei and Honor phones; always lower case, so a title 'HDR' is kept. */
const phoneCodes =
  /^(?:[a-z]?cof|cof_vivid|cuva|_?cuva|dav|dpsl?|edf|fznor|hdrpl?|mde|nfd|oznor\w*|ptr|rbt|r?hdr|rsdr|sdr|vhdr|ozedf|btp|bty|btr|fpt\w{2,6}|dco)$/

const patterns = [
  // Samsung: '<Digimax S800 / Kenox S800>', '<SAMSUNG DIGITAL CAMERA>'.
  /^<[^<>]*(?:digimax|kenox|samsung)[^<>]*>$/i,
  /^processed with (?:vsco|moldiv|snapseed|rni films)\b/i,
  /^kodak clas digital film scanner\b/i,
]

export function isFactoryText(text: string): boolean {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (factoryTexts.has(plain.toLowerCase()) || phoneCodes.test(plain)) return true
  return patterns.some((pattern) => pattern.test(plain))
}
