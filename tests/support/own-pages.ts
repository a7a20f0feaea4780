import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageNames } from '../../src/contract/site/pages.ts'

const samples = join(import.meta.dir, '../../src/gallery/pages/samples')

/** Writes the owner's pages, so that visitors see them: the samples with another paragraph. */
export function writeOwnPages(data: string): void {
  for (const name of pageNames) {
    const sample = readFileSync(join(samples, `${name}.md`), 'utf8')
    writeFileSync(
      join(data, 'pages', `${name}.md`),
      `${sample}\nWritten by Ann, see [Resume](/resume).\n`,
    )
  }
}
