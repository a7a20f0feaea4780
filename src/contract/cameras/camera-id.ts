/**
 * The camera's id in rows and links: the model in lower case, with runs of whitespace and each of /
 * \ ? # % _ as one hyphen. An id that would be empty, '.' or '..' (which addresses drop) becomes
 * 'camera-' and 8 hex digits of the model's hash.
 */
export function cameraId(model: string): string {
  const id = model
    .trim()
    .toLowerCase()
    .replace(/\s+|[/\\?#%_]/g, '-')
  return /^(\.{0,2})$/.test(id) ? `camera-${hash(model)}` : id
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo), over UTF-16 units, as 8 hex digits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16).padStart(8, '0')
}
