import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { shellWord } from '../../core/shell-word.ts'
import { inContainer } from './volume.ts'

/** Where the program runs, as far as it affects the commands that its owner types. */
export type Place = { readonly kind: 'system' } | { readonly kind: 'container'; id?: string }

/** Docker names a container's host after the container, unless it is told another name. */
export function placeOfProcess(host = hostname()): Place {
  if (!inContainer()) return { kind: 'system' }
  const isDocker = existsSync('/.dockerenv') && /^[0-9a-f]{12}$/.test(host)
  return { kind: 'container', ...(isDocker && { id: host }) }
}

/** What backs up this gallery; `folder` is that of the last backup, if there was one. */
export function backupCommand(data: string, folder: string | undefined, place: Place): string {
  const program = place.kind === 'container' && place.id ? ['docker', 'exec', place.id] : []
  const target = folder ?? (place.kind === 'container' ? '/backup' : '/path/to/another/disk')
  const words = [...program, 'vitrine', 'backup', shellWord(target), '--data', shellWord(data)]
  return words.join(' ')
}
