import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { store } from '../../state/store.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'

/**
 * The owner's 'Show Photostream' is in the address of grid and viewer, so that the server, a
 * reload and the way back all know of it: with it the owner sees what visitors see.
 */
export const photostreamQuery = '?show=photostream'

/** Whether an address's query shows this viewer the photostream in place of every photo. */
export function showsPhotostream(search: URLSearchParams): boolean {
  const { isOwner } = store.get(viewerAtom)
  const { photoStreamAlbumId } = store.get(uxConfigAtom)
  return isOwner && photoStreamAlbumId !== '' && search.get('show') === 'photostream'
}

/** What links to grid and viewer carry on from the present address: photostreamQuery or ''. */
export function usePhotostreamQuery(): string {
  const { search } = useLocation()
  useAtomValue(viewerAtom)
  useAtomValue(uxConfigAtom)
  return showsPhotostream(new URLSearchParams(search)) ? photostreamQuery : ''
}
