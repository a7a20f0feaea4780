import type { Status, StatusJob } from '../../../../src/contract/site/status.ts'
import { countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'

type Backup = NonNullable<Status['backup']>

export const texts = {
  lead: 'How the gallery and its server are doing.',
  attention: {
    heading: 'Needs attention',
    none: 'Everything is in order.',
    openDrive: 'Open Google Drive',
    openSources: 'Open Sources',
    openSafety: 'Open Safety',
  },
  jobs: {
    heading: 'In progress',
    kinds: {
      'drive import': 'Import from Google Drive',
      'folder import': 'Import with vitrine import',
      'source sync': 'Sync',
    } satisfies Record<StatusJob['kind'], string>,
    named: (kind: string, source: string) => `${kind} of ${source}`,
    looking: 'Looking for changes',
    starting: 'Starting',
    processed: ({ processed, total, failed }: StatusJob) =>
      `${grouped(processed)} of ${grouped(total)}${failed > 0 ? `, ${grouped(failed)} failed` : ''}`,
    percent: (percent: number) => `${percent}%`,
    paused: (until: string) => `Paused until ${until}`,
  },
  overview: {
    heading: 'Overview',
    photos: 'Photos',
    backup: 'Backup',
    mail: 'Mail',
    drive: 'Google Drive',
    version: 'Version',
    lastBackup: (ago: string, { photos, bytes }: Backup) =>
      `Last backup ${ago}: ${countOfPhotos(photos)}, ${sizeText(bytes)}`,
    backupIn: (folder: string) => `In ${folder}`,
    noBackup: 'No backup yet',
    noServer:
      'No mail server is configured. E-mails are saved in outbox/ in the data folder, for you to forward.',
    sending: (waiting: number) =>
      waiting === 0 ? 'A mail server is configured.' : `${grouped(waiting)} waiting to be sent`,
    lastSent: (ago: string) => `Last e-mail sent ${ago}`,
    nextTry: (at: string) => `Next attempt at ${at}`,
    notConfigured: 'Not set up',
    notConnected: 'Not connected',
    connected: (account: string | null) => (account ? `Connected as ${account}` : 'Connected'),
    folder: (name: string) => `Folder: ${name}`,
    lastImport: (ago: string, { done, failed }: NonNullable<Status['drive']['lastImport']>) =>
      `Last import ${ago}: ${countOfPhotos(done)}${failed > 0 ? `, ${grouped(failed)} failed` : ''}`,
    versionOf: (version: string) => `Vitrine ${version}`,
    started: (ago: string) => `Started ${ago}`,
  },
  disk: {
    heading: 'Storage',
    summary: (used: string, free: string, total: string) =>
      `The gallery uses ${used}. ${free} of ${total} are free on its disk.`,
    kinds: {
      originals: 'Originals',
      renditions: 'Thumbnails and other sizes',
      database: 'Database',
      cache: 'Copies from the bucket',
      cameras: 'Pictures of cameras',
      other: 'Everything else',
    },
    inBucket: (originals: string, renditions: string) =>
      `The photos are in a bucket: ${originals} of originals, and ${renditions} of thumbnails and other sizes.`,
    otherHint: 'Pages, removed photos, saved e-mails and backups made before upgrades',
    measuring: 'Measuring…',
  },
  warnings: {
    heading: 'Warnings',
    none: 'None since the server was started.',
    lead: 'What the server has reported since it was started, newest first.',
    all: (count: number) => `Show all ${grouped(count)}`,
  },
} as const
