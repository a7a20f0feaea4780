/** A kind of damage to a gallery's folder that an error of SQLite or the system can mean. */
export type DamageKind = 'database' | 'disk' | 'read-only' | 'lost database' | 'originals'

/** Errors of a disk that fails or was removed, and of a damaged file system. */
const diskCodes = new Set([
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'EREMOTEIO',
  'EUCLEAN',
  'EBADMSG',
  'ENOMEDIUM',
  'ESHUTDOWN',
  'EFSCORRUPTED',
])

/** Undefined if the error says nothing about damage. */
export function damageOf(error: unknown): DamageKind | undefined {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return undefined
  // A file that is shorter than the database says.
  if (/^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_SHORT_READ|IOERR_DATA)/.test(code)) return 'database'
  if (/^SQLITE_(READONLY_DBMOVED|CANTOPEN)/.test(code)) return 'lost database'
  if (/^SQLITE_(IOERR|PROTOCOL)/.test(code) || diskCodes.has(code)) return 'disk'
  return code.startsWith('SQLITE_READONLY') || code === 'EROFS' ? 'read-only' : undefined
}
