/** Why a folder or file is skipped, for a person. */
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
  /** Whether a system or a NAS makes them by itself, not a program that its user has chosen. */
  readonly isOfSystem: boolean
  readonly names: readonly string[]
  readonly like?: RegExp
}

/**
 * Exact names only: 'Trash', 'Recycle' or 'Snapshots' may be a photographer's own folders. Names
 * that begin with a dot are hidden anyway; those here say what they are.
 */
const reasons: readonly Names[] = [
  {
    reason: 'a recycle bin',
    isOfSystem: true,
    names: [
      // Windows, also of other versions and languages.
      '$recycle.bin',
      'recycler',
      'recycled',
      'recycle.bin',
      'recyclebin',
      // Synology and TerraMaster, QNAP, Samba.
      '#recycle',
      '#synorecycle',
      '@recycle',
      '@recycle.bin',
      '@sharebin',
      '@sharerecycle',
      '@share_recycle',
      '.recycle',
      '.recycle.bin',
      '#recycle.bin',
      // Buffalo; macOS and Linux.
      'trashbox',
      '.trash',
      '.trashes',
      '.trashbin',
      '.globaltrash',
      '.trash-1000',
      'network trash folder',
      'lost+found',
      'lost.dir',
    ],
    // The last is of Thecus, which adds the name of the array.
    like: /^(\.trash-|\.trashed-|found\.\d{3}$|network recycle bin( \d+)?$|_?nas_recycle_)/,
  },
  {
    reason: 'a recycle bin',
    isOfSystem: false,
    // Nextcloud and ownCloud, digiKam, Syncthing, Resilio Sync, MEGA.
    names: ['.dtrash', '.stversions', '.syncarchive', '.synctrash', '.debris'],
    like: /^files_trashbin$/,
  },
  {
    reason: 'snapshots',
    isOfSystem: true,
    names: [
      '#snapshot',
      '#snapshots',
      '@snapshot',
      '@snapshots',
      '@recently-snapshot',
      '@recently-snapshots',
      '@sharesnap',
      '~snapshot',
      '~snapshots',
      '.snapshot',
      '.snapshots',
      '.zfs',
    ],
    like: /^@gmt-\d{4}\./,
  },
  { reason: 'snapshots', isOfSystem: false, names: [], like: /^files_versions$/ },
  {
    reason: 'thumbnails or caches',
    isOfSystem: true,
    names: [
      // Synology; QNAP, whose names lose their dot in some copies.
      '@eadir',
      '@transcode',
      '.@__thumb',
      '@__thumb',
      '.@upload_cache',
      '@upload_cache',
      '.@__desc',
      '@__desc',
      '.@__comments',
      '@__comments',
      // Cameras, beside their videos.
      'thmbnl',
    ],
    // Synology's thumbnails, wherever a copy has put them.
    like: /^syno(photo|file|video)[_:](thumb|film)/,
  },
  {
    reason: 'thumbnails or caches',
    isOfSystem: false,
    names: [
      // Programs for photos, and phones.
      '.thumbnails',
      '.thumbs',
      '.thumb',
      '.picasaoriginals',
      '.comments',
      '.bridgecache',
      'ipod photo cache',
      'apple tv photo cache',
      'adobe bridge cache',
      'digikam.thumbs',
      '.digikam.thumbs',
      '.dropbox.cache',
      '.photoprism',
      '.cache',
    ],
    // Lightroom's previews, Nextcloud's data of apps.
    like: /(\.lrdata|\.lrcat-data|\.cocatalogcache)$|^appdata_[a-z0-9]{6,}$/,
  },
  {
    reason: 'files of the system',
    isOfSystem: true,
    names: [
      // Synology.
      '@tmp',
      '@appstore',
      '@appdata',
      '@appconf',
      '@apphome',
      '@appshare',
      '@apptemp',
      '@autoupdate',
      '@clamav',
      '@cloudsync',
      '@config_backup',
      '@database',
      '@docker',
      '@download',
      '@eadir_tmp',
      '@img_bkp_cache',
      '@iscsi',
      '@maillog',
      '@mailscanner',
      '@optware',
      '@photostation',
      '@quarantine',
      '@s2s',
      '@synoconfd',
      '@synodrive',
      '@synofinder-log',
      '@synologydrive',
      '@synologydrivesharesync',
      '@synoeastream',
      '@synologyphotos',
      '@synoresource',
      '@upload_tmp',
      '@userpreference',
      '@volume_snapshots',
      '.synologyworkingdirectory',
      // Windows.
      'system volume information',
      'msocache',
      'config.msi',
      'msdownld.tmp',
      'thumbs.db',
      'ehthumbs.db',
      'ehthumbs_vista.db',
      'desktop.ini',
      '$windows.~bt',
      '$windows.~ws',
      '$winreagent',
      '$sysreset',
      '$getcurrent',
      '$extend',
      'wudownloadcache',
      'onedrivetemp',
      'wpsystem',
      'autorun.inf',
      // macOS.
      'icon\r',
      '__macosx',
      'temporary items',
      'thevolumesettingsfolder',
      'desktop db',

      'backups.backupdb',
      'resource.frk',
      'desktop df',
      '.ds_store',
      '.fseventsd',
      '.temporaryitems',
      '.spotlight-v100',
      '.documentrevisions-v100',
      '.appledouble',
      '.apdisk',
      '.volumeicon.icns',
      // QNAP, Western Digital and other NAS systems.
      '.streams',
      '.wdmc',
      '.wdcache',
      'nas_prog',
      '.twonkymedia',
      '.antivirus',
      '.qpkg',
      '.@plugins',
      '.@qini',
      '.@__qini',
      '@__qini',
      '.@qmariadb',
      '.@analytic',
      '.@station_config',
      '.@backup_qbox',
      '.@backup_config',
      '.nomedia',
    ],
    // AppleDouble files, and Synology's extended attributes beside a file.
    like: /^\._|@syno(eastream|resource)$/,
  },
  {
    reason: 'files of the system',
    isOfSystem: false,
    // Programs that synchronise folders: Syncthing, Resilio Sync, GoodSync, Allway Sync and others.
    names: [
      '.stfolder',
      '.stignore',
      '.sync',
      '.resilio',
      '_gsdata_',
      '_syncapp',
      '.dropbox',
      '.dropbox.attr',
      '.owncloudsync.log',
      '.nextcloudsync.log',
      'sync.ffs_db',
      '.tmp.drivedownload',
      '.tmp.driveupload',
      '.unison',
      '.csync_journal.db',
    ],
  },
]

/** 'Recycle.Bin' and 'recycle_bin' are one name; a sign at either end is a part of it. */
const comparable = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=.)[ ._-]+(?=.)/gsu, ' ')

const byName: ReadonlyMap<string, Names> = new Map(
  reasons.flatMap((group) => group.names.map((name): [string, Names] => [comparable(name), group])),
)

/** What these packages and folders keep beside the photos, by the end of their own paths. */
const inside: readonly (readonly [folder: RegExp, names: readonly string[]])[] = [
  [/(^|\/)captureone$/, ['cache', 'settings']],
  [/\.cocatalog$/, ['cache']],
  // Lightroom has one more folder, named by an account, in between.
  [/\.lrlibrary(\/[^/]+)?$/, ['previews', 'cache', 'renditions', 'profiles', 'settings']],
  [
    /(^|\/)(iphoto[ -](library|bibliothek|bibliotheek|biblioteket)|(photothèque|fototeca|libreria|biblioteca)( d[aeio])? iphoto)( \d+)?$/,
    ['thumbnails', 'data', 'data.noindex', 'caches', 'previews', 'database', 'faces'],
  ],
  [
    /\.(photoslibrary|aplibrary|migratedphotolibrary|migratedaplibrary|photolibrary)$/,
    [
      'resources',
      'thumbnails',
      'previews',
      'scopes',
      'private',
      'internal',
      'external',
      'database',
      'data',
      'data.noindex',
      'caches',
    ],
  ],
]

const groupOf = (name: string): Names | undefined => {
  const plain = name.normalize('NFC').toLowerCase()
  return byName.get(comparable(name)) ?? reasons.find(({ like }) => like?.test(plain))
}

/**
 * Why a folder or file of this name is never a photo or a folder of photos: bins, snapshots, caches
 * and files that systems keep among photos. Undefined for all others. The name's case does not matter.
 * @param parent the folder that it is in, as far as its path is known
 */
export function skipReasonOf(name: string, parent = ''): SkipReason | undefined {
  const known = groupOf(name)?.reason
  if (known) return known
  const plain = name.normalize('NFC').toLowerCase()
  const folder = parent.normalize('NFC').toLowerCase().replaceAll('\\', '/')
  if (inside.some(([pattern, names]) => pattern.test(folder) && names.includes(plain)))
    return 'thumbnails or caches'
  return plain.startsWith('.') ? 'hidden' : undefined
}

/**
 * Whether a file or folder of this name says nothing about who uses the folder that it is in: a
 * system has put it there by itself, or it is hidden.
 */
export const isSystemName = (name: string): boolean =>
  name.startsWith('.') || groupOf(name)?.isOfSystem === true

/** Of the names on a path, the first that is skipped. */
export function skippedOn(path: string): SkipReason | undefined {
  const names = path.split(/[/\\]/).filter((name) => name !== '')
  for (const [index, name] of names.entries()) {
    const reason = skipReasonOf(name, names.slice(0, index).join('/'))
    if (reason) return reason
  }
  return undefined
}
