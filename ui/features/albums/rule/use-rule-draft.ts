import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { albumOrders } from '../../../../src/contract/albums/album-orders.ts'
import type { Album, RulePreview } from '../../../../src/contract/albums/albums.ts'
import { changedAlbumAtom } from '../../../catalogue/albums/rule-state.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { paths } from '../../../kit/paths.ts'
import { useResource } from '../../../kit/resource.ts'
import { notify } from '../../../kit/state/notices.ts'
import { store } from '../../../kit/state/store.ts'
import { addAlbum, changeAlbum } from '../album-changes.ts'
import { suggestedCode } from '../form/code-field.tsx'
import { texts as albumTexts } from '../texts.ts'
import { texts } from './texts.ts'

type RuleDraft = {
  /** The id of an existing smart album, or '' for a new one. */
  readonly target: string
  readonly name: string
  /** Undefined until the owner chooses one. */
  readonly code: string | undefined
}

const savedMs = 6000

/** The album that a filter is saved as, and how it is saved. */
export function useRuleDraft(rule: string, preview: RulePreview | undefined) {
  const changed = store.get(changedAlbumAtom)
  const [draft, setDraft] = useState<RuleDraft>({
    target: changed?.id ?? '',
    name: '',
    code: undefined,
  })
  const [suggestion] = useState(suggestedCode)
  const [isSaved, setSaved] = useState(false)
  const albums = useAlbumsWithRule()
  const { setProblem, clearProblems, ...problem } = useProblem(['name', 'code'])
  const navigate = useNavigate()

  const target = albums?.find(({ id }) => id === draft.target)
  // Private photos stay private unless the owner removes the code.
  const proposed = preview && preview.notPublic > 0 ? suggestion : ''
  const code = target ? (target.code ?? '') : (draft.code ?? proposed)

  const save = async (leave: () => void): Promise<string | undefined> => {
    setProblem(undefined)
    if (!target && draft.name.trim() === '') {
      setProblem({ message: albumTexts.form.nameMissing, field: 'name' })
      return 'name'
    }
    try {
      const orderBy = albumOrders.originalDate
      const album = target
        ? await changeAlbum(target.id, { rule })
        : await addAlbum({ name: draft.name, code, orderBy, rule })
      store.set(changedAlbumAtom, undefined)
      flushSync(() => setSaved(true))
      leave()
      notify(texts.saved(album.name), { durationMs: savedMs })
      await navigate(paths.album(album.id, album.code))
      return undefined
    } catch (error) {
      console.warn(error)
      const found = problemOf(error)
      setProblem(found)
      return found.field
    }
  }

  return {
    draft,
    /** Undefined until it is known whether there are any. */
    albums,
    target,
    code,
    isOpenToAll: code.trim() === '',
    change: (part: Partial<RuleDraft>) => {
      setDraft({ ...draft, ...part })
      clearProblems(Object.keys(part))
    },
    isUnsaved: !isSaved && !target && draft.name.trim() !== '',
    problem,
    save,
  }
}

/** The albums whose filter can be replaced. If they cannot be loaded, a new one can still be made. */
function useAlbumsWithRule(): readonly Album[] | undefined {
  const { data: albums, problem } = useResource(fetchAlbumsWithRule)
  return problem === undefined ? albums : noAlbums
}

const noAlbums: readonly Album[] = []
const fetchAlbumsWithRule = async (): Promise<readonly Album[]> =>
  (await unwrap(api.albums.$get())).filter(({ rule }) => rule)
