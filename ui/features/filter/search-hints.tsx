import { useAtomValue } from 'jotai'
import { searchHints } from '../../../src/contract/search-hints.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'

/** Why parts of a search that found nothing were not read as terms. */
export function SearchHints({ words }: { words: string }) {
  const { isOwner } = useAtomValue(viewerAtom)
  return searchHints(words, isOwner).map((hint) => <p key={hint}>{hint}</p>)
}
