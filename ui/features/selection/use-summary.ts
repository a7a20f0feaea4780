import { useCallback, useState } from 'react'
import { api, unwrap } from '../../kit/api.ts'
import { useResource } from '../../kit/resource.ts'
import { texts } from './texts.ts'

/** What the photos have in common once that is loaded, or why it is not. */
export function useSummary(ids: readonly string[]) {
  // The dialog is about the photos that were selected when it opened.
  const [photos] = useState(ids)
  const load = useCallback(
    () => unwrap(api.photos.batch.summary.$post({ json: { ids: [...photos] } })),
    [photos],
  )
  return useResource(load, { within: texts.failed.load })
}
