import { type RefObject, useLayoutEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { bringIntoView } from '../navigation/view-transitions.ts'

let lastAlbum: string | undefined

/** Keeps in mind which album is looked at; the list that follows is told once. */
export function rememberAlbum(id: string): void {
  lastAlbum = id
}

/** Coming back to the list from an album, the keyboard goes on at its card. */
export function useReturnToCard(list: RefObject<HTMLElement | null>): void {
  const isBack = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    // After the place where the list was left has been restored, before the first frame.
    queueMicrotask(() => {
      const albumId = lastAlbum
      lastAlbum = undefined
      if (!isBack || albumId === undefined) return
      const card = list.current?.querySelector<HTMLElement>(`[data-album='${CSS.escape(albumId)}']`)
      if (!card) return
      bringIntoView(card)
      card.focus({ preventScroll: true })
    })
  }, [list, isBack])
}
