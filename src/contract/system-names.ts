/** Why a folder or file is not looked at, for a person. */
export const skipReasons = [
  'a recycle bin',
  'snapshots',
  'thumbnails or caches',
  'files of the system',
  'hidden',
] as const
export type SkipReason = (typeof skipReasons)[number]

type Names = {
  readonly reason: SkipReason
  readonly names: readonly string[]
  readonly like: RegExp
}

/**
 * Exact names only: 'Trash', 'Recycle' or 'Snapshots' may be a photographer's own folders. Names
 * that begin with a dot are hidden anyway; those here say what they are.
 */
const reasons: readonly Names[] = [
  {
    reason: 'a recycle bin',
    names: [
      // Windows, also of other versions and languages.
      ...['$recycle.bin', 'recycler', 'recycled', 'recycle bin'],
      // Synology and TerraMaster, QNAP, Samba.
      ...['#recycle', '@recycle', '.recycle', '.recycle_bin', '@sharebin'],
      // Buffalo; macOS and Linux.
      'trashbox',
      ...['.trash', '.trashes', '.trash-1000', 'network trash folder', 'lost+found', 'lost.dir'],
      // Nextcloud and ownCloud, digiKam, Syncthing.
      ...['files_trashbin', '.dtrash', '.stversions'],
    ],
    like: /^(\.trash-|\.trashed-|found\.\d{3}$|network recycle bin( \d+)?$)/,
  },
  {
    reason: 'snapshots',
    names: [
      ...['#snapshot', '@snapshot', '@recently-snapshot', '@sharesnap'],
      ...['~snapshot', '.snapshot', '.snapshots', '.zfs', 'files_versions'],
    ],
    like: /^@gmt-\d{4}\./,
  },
  {
    reason: 'thumbnails or caches',
    names: [
      // Synology, QNAP.
      ...['@eadir', '.@__thumb', '@transcode', '.@upload_cache'],
      // Programs for photos, and phones.
      ...['.thumbnails', '.thumbs', '.picasaoriginals', '.comments', 'ipod photo cache'],
      ...['adobe bridge cache', '.dropbox.cache', '.photoprism'],
    ],
    // Lightroom's previews, Nextcloud's data of apps.
    like: /(\.lrdata|\.lrcat-data|\.cocatalogcache)$|^appdata_[a-z0-9]{6,}$/,
  },
  {
    reason: 'files of the system',
    names: [
      // Synology.
      ...['@tmp', '@appstore', '@appdata', '@appconf', '@apphome', '@appshare', '@apptemp'],
      ...['@autoupdate', '@clamav', '@cloudsync', '@config_backup', '@database', '@docker'],
      ...['@download', '@eadir_tmp', '@img_bkp_cache', '@iscsi', '@maillog', '@mailscanner'],
      ...['@optware', '@quarantine', '@s2s', '@synoconfd', '@synodrive', '@synofinder-log'],
      ...['@synologydrive', '@synologydrivesharesync', '@synoeastream', '@synoresource'],
      ...['@upload_tmp', '@userpreference', '@volume_snapshots'],
      // Windows and macOS.
      ...['system volume information', 'msocache', 'config.msi', 'thumbs.db', 'ehthumbs.db'],
      ...['desktop.ini', 'icon\r', '__macosx', 'temporary items', 'thevolumesettingsfolder'],
      ...['desktop db', 'desktop df', '.ds_store', '.fseventsd', '.temporaryitems'],
      ...['.spotlight-v100', '.documentrevisions-v100', '.appledouble', '.apdisk'],
      // QNAP, Syncthing, other NAS systems.
      ...['.streams', '.stfolder', '.sync', '.wdmc', '.@plugins', '.@qini'],
    ],
    // AppleDouble files, and Synology's extended attributes beside a file.
    like: /^\._|@syno(eastream|resource)$/,
  },
]

const byName: ReadonlyMap<string, SkipReason> = new Map(
  reasons.flatMap(({ reason, names }) => names.map((name): [string, SkipReason] => [name, reason])),
)

/** What these packages and folders keep beside the photos, by the end of their own names. */
const inside: readonly (readonly [parent: RegExp, names: readonly string[]])[] = [
  [/^captureone$/, ['cache', 'settings']],
  [/\.cocatalog$/, ['cache']],
  [
    /\.(photoslibrary|aplibrary|migratedphotolibrary)$/,
    [
      'resources',
      'thumbnails',
      'previews',
      'scopes',
      'private',
      'internal',
      'external',
      'database',
    ],
  ],
]

/**
 * Why a folder or file of this name is never a photo or a folder of photos: bins, snapshots, caches
 * and files that systems keep among photos. Undefined for all others. The name's case does not matter.
 * @param parent the name of the folder that it is in, if known
 */
export function skipReasonOf(name: string, parent = ''): SkipReason | undefined {
  const plain = name.normalize('NFC').toLowerCase()
  const known = byName.get(plain) ?? reasons.find(({ like }) => like.test(plain))?.reason
  if (known) return known
  const folder = parent.normalize('NFC').toLowerCase()
  if (inside.some(([pattern, names]) => pattern.test(folder) && names.includes(plain)))
    return 'thumbnails or caches'
  return plain.startsWith('.') ? 'hidden' : undefined
}

/** Of the names on a path, the first that is skipped. */
export function skippedOn(path: string): SkipReason | undefined {
  const names = path.split(/[/\\]/).filter((name) => name !== '')
  for (const [index, name] of names.entries()) {
    const reason = skipReasonOf(name, names[index - 1])
    if (reason) return reason
  }
  return undefined
}
