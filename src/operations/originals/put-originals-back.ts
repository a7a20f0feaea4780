import { rm } from 'node:fs/promises'
import type { PutBackResult } from '../../contract/site/originals.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { minuteMs } from '../../core/time.ts'
import type { Media } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'
import { startCheckProcess } from './check-process.ts'
import type { OriginalsMessage } from './messages.ts'
import type { OriginalsStore } from './store.ts'

/** A backup that is silent for so long does not answer, in ms. */
const silenceMs = 2 * minuteMs

type Parts = {
  readonly store: Store
  readonly rows: OriginalsStore
  readonly config: Config
  readonly media: Media
  readonly program: readonly string[]
}

/**
 * Replaces originals with their copies in a backup. Another process reads the backup, whose disk
 * may not answer; an original is replaced only once its copy is in tmp/, with the right md5.
 */
export function putOriginalsBack(
  originals: readonly string[],
  folders: readonly string[],
  { config, program, ...parts }: Parts,
) {
  const putBack: string[] = []
  const failed: PutBackResult['failed'] = []
  const note = async (message: Exclude<OriginalsMessage, { kind: 'end' }>): Promise<void> => {
    const id = message.kind === 'read' ? '' : message.original
    try {
      if (message.kind === 'not fetched') failed.push({ id, reason: message.reason })
      if (message.kind === 'whole') await parts.store.note(() => parts.rows.remove(id))
      if (message.kind !== 'fetched') return
      await replace(message, parts)
      putBack.push(id)
    } catch (error) {
      failed.push({ id, reason: (error as Error).message })
    }
  }
  const { done, kill } = startCheckProcess({
    program,
    config,
    orders: { task: 'fetch', folders, originals },
    silenceMs,
    onMessage: note,
  })
  const finish = async () => {
    await done
    const settled = new Set([...putBack, ...failed.map(({ id }) => id)])
    const silent = originals.filter((id) => !settled.has(id) && parts.rows.isDamaged(id))
    const unanswered = silent.map((id) => ({ id, reason: 'the backup does not answer' }))
    return { putBack, failed: [...failed, ...unanswered] }
  }
  return { done: finish(), kill }
}

const deleted = 'this photo was deleted meanwhile'

/** @throws AppError or Error, changing nothing, if it cannot be replaced. */
async function replace(
  { original, path, bytes, md5 }: Extract<OriginalsMessage, { kind: 'fetched' }>,
  { store, rows, media }: Omit<Parts, 'config' | 'program'>,
): Promise<void> {
  const key = originalKey(original)
  try {
    if (!rows.isOriginal(original)) throw new Error(deleted)
    await media.replaceFile(key, { path, bytes, md5 })
    if (!rows.isOriginal(original)) {
      await media.remove([key])
      throw new Error(deleted)
    }
    await store.note(() => rows.remove(original))
  } finally {
    await rm(path, { force: true })
  }
}
