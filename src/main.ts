#!/usr/bin/env bun
import { type CommandLine, parseCommandLine } from './cli/command-line.ts'
import { printProblem } from './cli/terminal.ts'
import { type Config, configHelp, readConfig } from './core/config/config.ts'
import { ConfigError } from './core/config/config-error.ts'
import { returnFreedMemory } from './core/memory.ts'
import { version } from './core/version.ts'
import { originalsVariable } from './operations/originals/messages.ts'
import { ordersVariable } from './operations/safety/backup-messages.ts'

const help = `Vitrine ${version}: a photographer's own gallery in one executable

Usage: vitrine [COMMAND] [FLAGS]

Commands:
  serve                           run the gallery (default)
  import PATH… [--album NAME] [--photostream] [--on-match ask|replace|keep-both]
                                  import JPEG files and folders, even while the server is running;
                                  other files, recycle bins and caches are skipped and counted;
                                  XMP sidecars and Google Takeout's JSON are read with the photos;
                                  --album adds them to an album, --photostream makes them public,
                                  --on-match says what to do with new versions of photos (default:
                                  ask on a terminal, otherwise keep both)
  export FOLDER                   write the whole gallery into a folder in open formats, even while the
                                  server is running: photos in folders of their albums, XMP sidecars,
                                  JSON and pages of HTML; again, it writes only what has changed.
                                  import of that folder gives the gallery back
  backup FOLDER|s3://BUCKET/PREFIX [--keep N] [--verify] [--include-secret] [--new-target] | --drill
                                  back up into a folder or a bucket, even while the server is running;
                                  only new files are copied. --keep leaves the newest N snapshots,
                                  --verify reads every copy again and replaces damaged ones,
                                  --include-secret adds the secret key and the Drive connection,
                                  --new-target starts over in a folder whose backup is missing, or
                                  that is now on the gallery's own disk; --drill backs up nothing: it
                                  restores the newest database and a random share of the photos into
                                  scratch space, and checks them
  restore FOLDER|s3://BUCKET/PREFIX [--at SNAPSHOT] [--take-over]
                                  restore a backup into an empty data folder; with --media, its photos
                                  into that bucket; --take-over uses a bucket that already holds this
                                  gallery: stop any other server that uses it first
  check [--deep] [--sample 5%] [--repair [--from BACKUP]] | --database
                                  compare the database with the files, even while the server is
                                  running; --deep decodes every photo, --sample reads only a
                                  random share, --repair makes pictures again and moves unknown files,
                                  --from puts damaged and missing originals back from a backup,
                                  --database reads only the database, slowly
  rollback [--discard-changes]    after an upgrade, with the server stopped: put back the database from
                                  before it, for the earlier version. If the gallery has changed
                                  since, only list what would be lost; --discard-changes rolls back anyway
  media move --to bucket|folder [--dry-run]
                                  move all photos from the data folder to the bucket of --media, or
                                  back, while the server is running with the same settings;
                                  --dry-run only says how much would be copied
  password                        set the owner's password and sign the owner out everywhere
  health                          check that the running gallery is healthy (exit code 0)
  version                         print the version, with the commit it was built from if known

Flags and environment variables:
${configHelp()}
  ${'--help'.padEnd(31)} print this help
`

async function run(): Promise<number> {
  const { command, paths, flags, isHelpWanted } = parseCommandLine()
  if (isHelpWanted) {
    console.log(help)
    return 0
  }
  const config = () => readConfig(flags, process.env)
  const isFolderNamed = (flags.data ?? process.env.VITRINE_DATA) !== undefined
  const text = (flag: 'on-match' | 'album' | 'at' | 'to') => flags[flag] as string | undefined
  if (command !== 'serve') {
    const changes = command !== 'check' || flags.repair === true
    ;(await import('./cli/output.ts')).endWithoutReader({ changes })
  }
  switch (command) {
    case 'serve':
      return (await import('./cli/serve.ts')).serve(config())
    case 'import': {
      const isPhotostream = flags.photostream === true
      const onMatch = text('on-match')
      const request = { paths, album: text('album'), isPhotostream, isFolderNamed, onMatch }
      return (await import('./cli/import.ts')).importPhotos(config(), request)
    }
    case 'export':
      return (await import('./cli/export.ts')).exportInto(config(), paths)
    case 'backup':
      return backUpGallery(config(), paths, flags)
    case 'restore':
      return (await import('./cli/restore.ts')).restore(config(), {
        paths,
        at: text('at'),
        isTakingOver: flags['take-over'] === true,
      })
    case 'check':
      return checkGallery(config(), flags)
    case 'rollback': {
      const mayLoseChanges = flags['discard-changes'] === true
      return (await import('./cli/rollback.ts')).rollBackGallery(config(), { mayLoseChanges })
    }
    case 'media': {
      const request = { paths, to: text('to'), isDryRun: flags['dry-run'] === true }
      return (await import('./cli/media-move.ts')).moveMedia(config(), request)
    }
    case 'password':
      return (await import('./cli/password.ts')).changePassword(config(), { isFolderNamed })
    case 'health':
      return (await import('./cli/health.ts')).askHealth(config())
    case 'version':
      console.log(version)
      return 0
  }
}

/** Reads the flags of `vitrine backup`. @throws ConfigError for flags that exclude each other. */
async function backUpGallery(
  config: Config,
  paths: string[],
  flags: CommandLine['flags'],
): Promise<number> {
  const orders = process.env[ordersVariable]
  if (orders !== undefined) {
    return (await import('./cli/backup-for-server.ts')).backUpForServer(config, paths, orders)
  }
  const request = {
    paths,
    keep: flags.keep as string | undefined,
    hasSecret: flags['include-secret'] === true,
    verifiesAll: flags.verify === true,
    isNewTarget: flags['new-target'] === true,
  }
  if (flags.drill !== true) return (await import('./cli/backup.ts')).backUp(config, request)
  const { keep, hasSecret, verifiesAll, isNewTarget } = request
  if (keep !== undefined || hasSecret || verifiesAll || isNewTarget) {
    throw new ConfigError('--drill backs up nothing: leave out the other flags.')
  }
  return (await import('./cli/drill.ts')).drill(config, paths)
}

/** Reads the flags of `vitrine check`. @throws ConfigError for flags that exclude each other. */
async function checkGallery(config: Config, flags: CommandLine['flags']): Promise<number> {
  const orders = process.env[originalsVariable]
  if (orders !== undefined) {
    return (await import('./cli/check-for-server.ts')).checkForServer(config, orders)
  }
  const { deep, repair, sample, from } = flags as CheckFlags
  if (flags.database === true) {
    if (deep || repair || sample !== undefined || from !== undefined) {
      throw new ConfigError('--database reads only the database: leave out the other flags.')
    }
    return (await import('./cli/check-database.ts')).checkDatabaseOnly(config)
  }
  const request = { isDeep: deep === true, sample, isRepairing: repair === true, from }
  return (await import('./cli/check.ts')).checkGallery(config, request)
}

type CheckFlags = {
  readonly deep?: boolean
  readonly repair?: boolean
  readonly sample?: string
  readonly from?: string
}

try {
  if (Bun.isMainThread) {
    returnFreedMemory()
    process.exitCode = await run()
  } else {
    ;(await import('./cli/upgrade-thread.ts')).upgradeHere()
  }
} catch (error) {
  printProblem(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
