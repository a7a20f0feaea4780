import { useAtomValue } from 'jotai'
import {
  canFillAlbums,
  isEmptyFilter,
  type PhotoFilter,
} from '../../../../src/contract/search/photo-filter.ts'
import { changedAlbumAtom } from '../../../catalogue/albums/rule-state.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { viewerAtom } from '../../../kit/state/viewer.ts'
import { texts } from './texts.ts'

const RuleDialog = lazyWithRetry(async () => (await import('./rule-dialog.tsx')).RuleDialog)

/** The owner's button that saves a filter as a smart album, or as the filter of one. */
export function SaveAsAlbum({ filter }: { filter: PhotoFilter }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const changed = useAtomValue(changedAlbumAtom)
  const dialog = useDialog(RuleDialog)
  const isStable = !filter.order && filter.terms.every(({ key }) => canFillAlbums(key))
  if (!isOwner || isEmptyFilter(filter) || !isStable) return null
  return (
    <>
      <Button onClick={dialog.open}>{changed ? texts.update(changed.name) : texts.save}</Button>
      {dialog.isMounted && <RuleDialog filter={filter} {...dialog.dialogProps} />}
    </>
  )
}
