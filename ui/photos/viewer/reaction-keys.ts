import { useCallback, useRef } from 'react'

/** What keys do to what is said of a photo. */
export type TalkActions = { readonly like: () => void; readonly comment: () => void }

/**
 * L and C before the scripts of likes and comments have come: what was pressed for a photo is done
 * with `attach`, unless another photo is shown by then.
 */
export function useTalkKeys(photoId: string) {
  const talk = useRef<TalkActions>(null)
  const wish = useRef<{ what: keyof TalkActions; photoId: string }>(undefined)

  const press = (what: keyof TalkActions) => () => {
    if (talk.current) talk.current[what]()
    else wish.current = { what, photoId }
  }
  const attach = useCallback(
    (actions: TalkActions | null) => {
      talk.current = actions
      if (actions && wish.current?.photoId === photoId) actions[wish.current.what]()
      if (actions) wish.current = undefined
    },
    [photoId],
  )
  return { keys: { l: press('like'), c: press('comment') }, attach }
}
