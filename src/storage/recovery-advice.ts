import { join } from 'node:path'
import { shellWord } from '../core/shell-word.ts'
import { hasFiles } from './data-folder.ts'
import type { Library } from './library.ts'

/**
 * Names the folders with originals that may have no row, and how to import them; '' if there are
 * none.
 */
export function recoveryAdvice({ root, quarantine, removedFolder }: Library): string {
  const originals = join(quarantine, 'originals')
  const sentences = []
  if (hasFiles(originals)) {
    sentences.push(
      `To add them to the gallery again, run "vitrine import ${shellWord(originals)} --data ${shellWord(root)}".`,
    )
  }
  if (hasFiles(removedFolder)) {
    sentences.push(
      `Originals that an older version did not know are in ${removedFolder}, beside those of photos you deleted. To add all of these to the gallery again, run "vitrine import ${shellWord(removedFolder)} --data ${shellWord(root)}".`,
    )
  }
  return sentences.join(' ')
}
