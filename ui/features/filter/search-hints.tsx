import { useAtomValue } from 'jotai'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { searchHints } from '../search/search-hints.ts'

/** Why parts of a search that found nothing were not read as terms. */
export function SearchHints({ words }: { words: string }) {
  const { isOwner } = useAtomValue(viewerAtom)
  return searchHints(words, isOwner).map((hint) => <p key={hint}>{hint}</p>)
}
