import { useAtomValue } from 'jotai'
import { isEmptyFilter, type PhotoFilter } from '../../../src/contract/photo-filter.ts'
import { Button } from '../../components/Button.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { useDialog } from '../../components/use-dialog.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { changedAlbumAtom } from './state.ts'
import { texts } from './texts.ts'

const RuleDialog = lazyWithRetry(async () => (await import('./rule-dialog.tsx')).RuleDialog)

/** The owner's button that saves a filter as an album that fills itself, or as that of an album. */
export function SaveAsAlbum({ filter }: { filter: PhotoFilter }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const changed = useAtomValue(changedAlbumAtom)
  const dialog = useDialog(RuleDialog)
  if (!isOwner || isEmptyFilter(filter)) return null
  return (
    <>
      <Button onClick={dialog.open}>{changed ? texts.update(changed.name) : texts.save}</Button>
      {dialog.isWanted && <RuleDialog filter={filter} {...dialog.props} />}
    </>
  )
}
