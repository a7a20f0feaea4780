import { atom } from 'jotai'
import { type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { store } from '../state/store.ts'
import { isCurrentVisit } from './visits.ts'

/** Shared by the tile and the viewer's picture, so that one grows into the other. */
const transitionName = 'photo'

/** Longer than the transition, in ms. */
const namedMs = 1000

const namedPictureAtom = atom<HTMLElement | undefined>(undefined)

/** Makes the picture of the clicked link grow into the next screen. */
export function openFrom({ currentTarget }: MouseEvent<HTMLElement>): void {
  nameOnly(currentTarget)
}

/**
 * Makes the previous screen's picture shrink into this element.
 * @param block contains the element and is rendered even outside the viewport meanwhile.
 */
export function closeInto(element: HTMLElement, block: HTMLElement | null): void {
  nameOnly(element)
  if (!block) return
  block.style.contentVisibility = 'visible'
  setTimeout(() => {
    block.style.contentVisibility = ''
  }, namedMs)
}

/** Two elements with the same name would abort the transition. */
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

/** The height covered by the top bar, in CSS pixels. */
const upperEdge = 64

/** Scrolls only if the element is outside the viewport. */
export function scrollIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle < upperEdge || middle > innerHeight) element.scrollIntoView({ block: 'center' })
}

/**
 * Keeps the screen in sync with the address. A screen opened with a view transition is rendered a
 * frame or more later, even over one opened in the meantime without a transition (for example by
 * going back and at once forward again), and would stay there. Revalidating renders the screen of
 * the current address again.
 */
export function useAddressedScreen(): void {
  const location = useLocation()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (state === 'idle' && !isCurrentVisit(location)) void revalidate()
  }, [state, location, revalidate])
}
