import { createHash } from 'node:crypto'
import about from './samples/about.md' with { type: 'text' }
import resume from './samples/resume.md' with { type: 'text' }

const hashOf = (text: string): string => createHash('sha256').update(text.trim()).digest('hex')

/** The samples, and those of earlier versions, which a gallery's folder may still contain. */
const sampleHashes = new Set([
  ...[about, resume].map(hashOf),
  '007ef284f115b29ebd11bf203f022940899137cf910a323c67f2ce75833ede7d',
  '1018d447c30509a878fdbc86bfe84284fb3337621b8f360359c151cc7636bb1e',
  '273a31b49f60ba463887f09d945a85c0603f353cd6c1e5f0894dd5c37c69c2b0',
  '76081f8de29e1b7d0754ce171f06fa04dd3926c77c106678a654a25b79922805',
  '29285f710903df8fd03f95a8b19e9ebb8f0f86aa115de65d2496337a03541438',
  '90f4ac1eab0976f3a8a263306740d3e0b12b4f254ccea3e9a35b3232eeefc82a',
])

/** Whether the owner has written a page's text, so that visitors may see it. */
export const isWritten = (text: string): boolean =>
  text.trim() !== '' && !sampleHashes.has(hashOf(text))
