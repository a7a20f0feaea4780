import { join } from 'node:path'
import { shellWord } from '../core/shell-word.ts'
import { hasFiles } from './data-folder.ts'
import type { Library } from './library.ts'

/** Which folders have originals that the database may not know, and how to import them; or ''. */
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
