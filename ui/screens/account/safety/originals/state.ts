import { atom, useAtomValue } from 'jotai'
import type { Originals, PutBackResult } from '../../../../../src/contract/site/originals.ts'
import { api, signedIn, unwrap } from '../../../../kit/api.ts'
import { useResource } from '../../../../kit/resource.ts'
import { store } from '../../../../kit/state/store.ts'
import { refreshAttention } from '../../attention.ts'

const busyMs = 2000
const idleMs = 30_000

/** Kept while other screens are shown. */
const originalsAtom = atom<Originals | undefined>(undefined)

function keepOriginals(originals: Originals): void {
  const before = store.get(originalsAtom)
  store.set(originalsAtom, originals)
  if (before && before.damagedCount !== originals.damagedCount) refreshAttention()
}

/** The check of the originals, refreshed while the screen is visible; more often while it runs. */
export function useOriginals() {
  const originals = useAtomValue(originalsAtom)
  const { problem, retry } = useResource(fetchOriginals, {
    onLoad: keepOriginals,
    pollMs: originals?.isChecking ? busyMs : idleMs,
  })
  return { originals, problem, retry }
}

const fetchOriginals = () => unwrap(signedIn(() => api.safety.originals.$get()))

/** Reads the damaged ones again. */
export async function checkAgain(): Promise<void> {
  keepOriginals(await unwrap(api.safety.originals.check.$post()))
}

export async function putBack(ids: string[]): Promise<PutBackResult> {
  const result = await unwrap(api.safety.originals['put-back'].$post({ json: { ids } }))
  keepOriginals(result.originals)
  return result
}
