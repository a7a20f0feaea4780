import { useEffectEvent, useLayoutEffect } from 'react'
import type { DataRouter } from 'react-router'
import { store } from '../state/store.ts'
import { popStateListenerAtom, routerAtom } from './visits.ts'

/** The state that the router stores in a history entry; `isLayer` marks an entry of this file. */
type EntryState = { readonly key?: string; readonly idx: number; readonly isLayer?: true }

/**
 * The history entry above the page's own that takes the press of Back. The router does not know it:
 * it has the same address and key as the page's own.
 */
type Guard = {
  readonly idx: number
  /** What the page's entry becomes: paging in a layer, for example, replaces the address. */
  page: { readonly state: EntryState; readonly address: string }
  isLeaving: boolean
}

/** What lies over the page, the topmost last; each is called when it is to close. */
const layers: (() => void)[] = []
let guard: Guard | undefined
let isFollowing = false
let isReloading = false
/** The browser has moved to another page's entry, and the router has not followed or moved back. */
let isAway = false

/**
 * While `isOpen`, Back calls `onBack` instead of leaving the page, also for the first page of a
 * visit. If the layer then stays, because it asks first, it gets the next press of Back as well.
 */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useLayoutEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen])
}

/** Like useLayer, outside React. @returns what to call when the layer closes. */
export function addLayer(onBack: () => void): () => void {
  const router = followLayers()
  // A function of its own, since the same one may be added twice.
  const layer = () => onBack()
  layers.push(layer)
  settle(router)
  return () => {
    const at = layers.indexOf(layer)
    if (at < 0) return
    layers.splice(at, 1)
    settleSoon(router)
  }
}

/** Goes back to the page before this one, although a layer is open and stays open. */
export const goBackUnderLayers = (): void => history.go(guard ? -2 : -1)

/** Loads the page again while a layer closes: removing its guard would stop that. */
export function reloadUnderLayers(): void {
  isReloading = true
  location.reload()
}

/** Later, because another layer may open at once, or a link in the layer leads to another page. */
const settleSoon = (router: DataRouter) => setTimeout(() => settle(router))

/** Adds the guard if a layer is open, and removes it if none is. */
function settle(router: DataRouter): void {
  if (router.state.navigation.state !== 'idle' || guard?.isLeaving || isReloading) return
  // The router asks before it leaves the page, and then moves by itself.
  if (isAsking(router) || keyOf(entry()) !== router.state.location.key) return
  if (layers.length > 0 && !guard) raiseGuard()
  else if (layers.length === 0 && guard) {
    guard.isLeaving = true
    history.back()
  }
}

const isAsking = ({ state }: DataRouter): boolean =>
  [...state.blockers.values()].some((blocker) => blocker.state !== 'unblocked')

const entry = () => history.state as EntryState

function raiseGuard(): void {
  const { isLayer, ...state } = entry()
  guard = { idx: state.idx, page: { state, address: location.href }, isLeaving: false }
  // Going back may have led to a guard that was left behind.
  if (!isLayer) history.pushState({ ...state, isLayer: true }, '')
}

/** From now on, Back closes layers and skips what they left in the history. */
export function followLayers(): DataRouter {
  const router = store.get(routerAtom)
  if (!router) throw new Error('there is no router')
  if (isFollowing) return router
  isFollowing = true
  // The first layer can be the question that the router asks.
  isAway = keyOf(entry()) !== router.state.location.key
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') noteNavigation(router)
    settle(router)
  })
  store.set(popStateListenerAtom, { onPopState: (event) => onPopState(event, router) })
  return router
}

/** A new entry is above the guard, which stays behind and is skipped later. */
function noteNavigation(router: DataRouter): void {
  if (keyOf(entry()) === router.state.location.key) isAway = false
  if (!guard) return
  if (entry().idx !== guard.idx) guard = undefined
  else if (keyOf(entry()) !== keyOf(guard.page.state)) {
    // The router has replaced the guard, as it does for a link to the page's own address.
    const state = entry()
    guard.page = { state, address: location.href }
    history.replaceState({ ...state, isLayer: true }, '')
  }
}

/** The router never sees moves between a page and its guard. */
function onPopState(event: PopStateEvent, router: DataRouter): void {
  const state = event.state as EntryState | null
  if (!state) return
  if (guard && state.idx === guard.idx) {
    event.stopImmediatePropagation()
    onGuardLeft(guard, state)
    settleSoon(router)
  } else if (keyOf(state) !== router.state.location.key) {
    isAway = true
  } else if (isAway) {
    isAway = false
    settleSoon(router)
  } else {
    // Between a page and a guard that was left behind: it looks the same, so continue.
    event.stopImmediatePropagation()
    history.go(state.isLayer ? 1 : -1)
  }
}

/** Back has led from the guard to the page's own entry. */
function onGuardLeft({ page, isLeaving }: Guard, state: EntryState): void {
  guard = undefined
  if (keyOf(state) !== keyOf(page.state)) history.replaceState(page.state, '', page.address)
  if (isLeaving) return
  const close = layers.at(-1)
  if (close) close()
  // The last layer has just closed, so that the press is meant for the page.
  else history.back()
}

/** As the router does. */
const keyOf = ({ key = 'default' }: EntryState): string => key
