import { api, signedIn, unwrap } from '../../kit/api.ts'
import { useAction } from '../../kit/components/use-action.ts'
import { useResource } from '../../kit/resource.ts'

const pageSize = 60
const mostAtOnce = 500

const fetchTrash = (limit: number, offset: number) =>
  unwrap(
    signedIn(() => api.trash.$get({ query: { limit: String(limit), offset: String(offset) } })),
  )

const fetchFirstPage = () => fetchTrash(pageSize, 0)

/** The ids of up to 500 photos in the trash, and how many there are. @throws ApiError */
export async function someOfTrash(): Promise<{ ids: string[]; total: number }> {
  const { photos, total } = await fetchTrash(mostAtOnce, 0)
  return { ids: photos.map(({ id }) => id), total }
}

/** What the trash contains, as far as it has been loaded. */
export function useTrash() {
  const { data: trash, setData, problem, retry } = useResource(fetchFirstPage)
  const later = useAction()

  const loadMore = () =>
    later.run(async () => {
      if (!trash) return
      const next = await fetchTrash(pageSize, trash.length)
      const known = new Set(trash.photos.map(({ id }) => id))
      const photos = [...trash.photos, ...next.photos.filter(({ id }) => !known.has(id))]
      setData({ ...next, offset: 0, length: photos.length, photos })
    })
  /** As many as are shown now. */
  const reload = () =>
    later.run(async () => {
      const count = Math.max(pageSize, trash?.length ?? 0)
      setData(await fetchTrash(Math.min(count, mostAtOnce), 0))
    })
  return {
    trash,
    problem: later.problem ?? problem,
    retry: () => {
      later.setProblem(undefined)
      return retry()
    },
    loadMore,
    reload,
  }
}
