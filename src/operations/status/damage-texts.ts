import type { DamageKind } from '../../core/database/damage-of.ts'
import { shellWord } from '../../core/shell-word.ts'

type Texts = {
  readonly text: string
  readonly advice: string
  readonly command: string | null
  /** Without the owner's paths; begins in lower case and ends without a full stop. */
  readonly forClients: string
  readonly repaired: string
}

/** Describes damage: for the log and the owner's status page, and for clients. */
export function damageTexts(
  kind: DamageKind,
  { root, detail }: { root: string; detail: string },
): Texts {
  switch (kind) {
    case 'database':
      return {
        text: `The database in ${root} is damaged (${detail}).`,
        advice:
          'Keep a copy of the whole data folder before you do anything else. Then stop the server, run vitrine check, and restore the last backup.',
        command: `vitrine check --data ${shellWord(root)}`,
        forClients:
          'the database is damaged; the owner of the gallery can see on the status page what to do',
        repaired: `The database in ${root} was checked, and no damage was found.`,
      }
    case 'lost database':
      return {
        text: `The file vitrine.db in ${root} ${detail || 'cannot be opened'} while the server was running, so nothing can be saved.`,
        advice:
          'Put the file back, with vitrine.db-wal and vitrine.db-shm if you have them. Otherwise stop the server and restore the last backup.',
        command: null,
        forClients:
          'the database is missing; the owner of the gallery can see on the status page what to do',
        repaired: `The file vitrine.db is back in ${root}.`,
      }
    case 'disk':
      return {
        text: `The disk holding ${root} reports errors (${detail}).`,
        advice:
          'Look at the system’s log, and copy the data folder to another disk while you can. Then stop the server, check the disk, run vitrine check, and restore the last backup if something is lost.',
        command: null,
        forClients:
          'the disk of the gallery reports errors; the owner of the gallery can see on the status page what to do',
        repaired: `The disk holding ${root} works again.`,
      }
    case 'read-only':
      return {
        text: `The disk holding ${root} has become read-only, so nothing can be saved (${detail}).`,
        advice:
          'Systems do this when a disk reports errors: look at the system’s log and check the disk. Then mount it writable and restart the server.',
        command: null,
        forClients:
          'the disk of the gallery has become read-only; the owner of the gallery can see on the status page what to do',
        repaired: `The disk holding ${root} is writable again.`,
      }
    case 'originals':
      return {
        text: `The originals are missing: ${root}/originals ${detail}, although the gallery has photos. New photos are refused until the originals are back.`,
        advice:
          'If originals/ is a disk of its own, mount it. If the files were deleted, stop the server and restore them from the last backup. vitrine check says which are missing.',
        command: null,
        forClients:
          'the originals of this gallery cannot be found, so no photo can be added; the disk that holds them may not be mounted',
        repaired: `The originals are back in ${root}/originals.`,
      }
  }
}
