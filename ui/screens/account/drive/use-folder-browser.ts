import { useCallback, useEffect, useRef, useState } from 'react'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { driveErrorText } from '../../../kit/reason.ts'

/** A folder to browse; `canChoose` is false for mere collections, such as 'Shared with me'. */
export type BrowsedFolder = {
  readonly id: string
  readonly name: string
  readonly canChoose: boolean
}

type Browsed = {
  /** From the top level to the folder whose content is shown; empty at the top level. */
  readonly path: readonly BrowsedFolder[]
  /** Undefined until loaded. */
  readonly folders: readonly BrowsedFolder[] | undefined
  readonly next: string | null
  readonly isBusy: boolean
  readonly problem?: string
}

const top: Browsed = { path: [], folders: undefined, next: null, isBusy: true }

/** Browses the folders of the drive, from its top level. */
export function useFolderBrowser() {
  const [browsed, setBrowsed] = useState(top)
  /** Responses to earlier requests are discarded. */
  const latest = useRef(0)

  const load = useCallback(
    async (path: readonly BrowsedFolder[], shown: readonly BrowsedFolder[], pageToken?: string) => {
      const own = ++latest.current
      const parent = path.at(-1)?.id
      const query = { ...(parent && { parent }), ...(pageToken && { pageToken }) }
      try {
        const page = await unwrap(signedIn(() => api.drive.folders.$get({ query })))
        if (own !== latest.current || !('path' in page)) return
        const folders = [...shown, ...page.folders]
        setBrowsed({ path, folders, next: page.next, isBusy: false })
      } catch (error) {
        const problem = driveErrorText(error)
        if (own !== latest.current) return
        setBrowsed((known) => ({ ...known, isBusy: false, problem }))
      }
    },
    [],
  )

  const open = useCallback(
    (path: readonly BrowsedFolder[]) => {
      setBrowsed({ ...top, path })
      void load(path, [])
    },
    [load],
  )
  const { path, folders, next } = browsed
  const showMore = () => {
    if (!folders || next === null) return
    setBrowsed({ path, folders, next, isBusy: true })
    void load(path, folders, next)
  }

  useEffect(() => {
    void load([], [])
    return () => void latest.current++
  }, [load])

  return {
    ...browsed,
    open,
    showMore,
    /** Repeats what failed. */
    retry: () => (folders ? showMore() : open(path)),
  }
}
