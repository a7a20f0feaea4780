import { atom } from 'jotai'
import { type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { store } from '../state/store.ts'
import { isCurrentVisit } from './visits.ts'

/** The name that tile and viewer give the picture that grows from one into the other. */
const transitionName = 'photo'

/** Longer than the transition takes, in milliseconds. */
const namedMs = 1000

/** The picture that has the name now. */
const namedPictureAtom = atom<HTMLElement | undefined>(undefined)

/** Makes the picture of the pressed link grow into the next screen. */
export function growFrom({ currentTarget }: MouseEvent<HTMLElement>): void {
  nameOnly(currentTarget)
}

/**
 * Makes the picture of the screen before shrink into this element.
 * @param block around it is rendered even off the screen: without that it has no picture to show.
 */
export function shrinkInto(element: HTMLElement, block: HTMLElement | null): void {
  nameOnly(element)
  if (!block) return
  block.style.contentVisibility = 'visible'
  setTimeout(() => {
    block.style.contentVisibility = ''
  }, namedMs)
}

/** Two elements with one name would end the transition: the last one gives it up. */
function nameOnly(element: HTMLElement): void {
  const picture = element.querySelector('img')
  if (!picture) return
  const before = store.get(namedPictureAtom)
  if (before) before.style.viewTransitionName = ''
  store.set(namedPictureAtom, picture)
  picture.style.viewTransitionName = transitionName
  setTimeout(() => {
    if (store.get(namedPictureAtom) === picture) picture.style.viewTransitionName = ''
  }, namedMs)
}

/** The height that the top bar covers, in CSS pixels. */
const upperEdge = 64

/** Scrolls to an element that is off the screen; otherwise the page stays where it was left. */
export function bringIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle < upperEdge || middle > innerHeight) element.scrollIntoView({ block: 'center' })
}

/**
 * Keeps the screen in step with the address. A screen that opens with a view transition is rendered
 * a frame or more later, even over one that was opened meanwhile without a transition (for example
 * by going back and at once forward again), and would stay there. Revalidating renders the screen of
 * the address again.
 */
export function useAddressedScreen(): void {
  const location = useLocation()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state === 'idle' && !isCurrentVisit(location)) void revalidate()
  }, [state, location, revalidate])
}
