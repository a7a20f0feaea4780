import { useCallback, useEffect, useState } from 'react'
import type { TrashList } from '../../../src/contract/photos/trash.ts'
import { api, errorText, signedIn, unwrap } from '../../kit/api.ts'

const pageSize = 60

const fetchTrash = (limit: number, offset: number) =>
  unwrap(
    signedIn(() => api.trash.$get({ query: { limit: String(limit), offset: String(offset) } })),
  )

/** The ids of up to 500 photos in the trash, and how many there are. @throws ApiError */
export async function someOfTrash(): Promise<{ ids: string[]; total: number }> {
  const { photos, total } = await fetchTrash(500, 0)
  return { ids: photos.map(({ id }) => id), total }
}

/** What the trash contains, as far as it has been looked through. */
export function useTrash() {
  const [trash, setTrash] = useState<TrashList>()
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async (count = pageSize) => {
    setProblem(undefined)
    try {
      setTrash(await fetchTrash(Math.min(count, 500), 0))
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])
  useEffect(() => void load(), [load])

  const loadMore = async () => {
    if (!trash) return
    try {
      const next = await fetchTrash(pageSize, trash.length)
      const known = new Set(trash.photos.map(({ id }) => id))
      const photos = [...trash.photos, ...next.photos.filter(({ id }) => !known.has(id))]
      setTrash({ ...next, offset: 0, length: photos.length, photos })
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  /** As many as are shown now. */
  const reload = () => load(Math.max(pageSize, trash?.length ?? 0))
  return { trash, problem, load, loadMore, reload }
}
