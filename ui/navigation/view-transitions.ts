import { useContext, useEffect } from 'react'
import { type DataRouter, UNSAFE_ViewTransitionContext, useLocation } from 'react-router'

/** Has the router's present state drawn, if `shownKey` is not its location's. */
let catchUp: (shownKey: string) => void = () => undefined

/** Keeps in mind how the router's state is drawn: by who subscribes last. */
export function rememberDrawing(router: DataRouter): void {
  const subscribe = router.subscribe.bind(router)
  router.subscribe = (draw) => {
    catchUp = (shownKey) => {
      if (shownKey === router.state.location.key) return
      draw(router.state, { deletedFetchers: [], newErrors: null, flushSync: false })
    }
    return subscribe(draw)
  }
}

/**
 * A screen that comes by a view transition is drawn a frame or more later, and react-router draws it
 * also over one that was gone to meanwhile without a transition, as by going back and at once
 * forward again: the screen is not the address's, and stays. Here the address's is drawn then.
 */
export function useAddressedScreen(): void {
  const { key } = useLocation()
  const { isTransitioning } = useContext(UNSAFE_ViewTransitionContext)
  // At its beginning the screen is yet to come.
  useEffect(() => catchUp(key), [key])
  useEffect(() => {
    if (!isTransitioning) catchUp(key)
  }, [isTransitioning, key])
}
