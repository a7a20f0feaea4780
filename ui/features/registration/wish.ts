import { store } from '../../kit/state/store.ts'
import { registrationAtom } from './state.ts'

/** What a visitor wanted to do when asked to register. */
export type Wish = {
  readonly kind: 'like' | 'comment'
  readonly photoId: string
  /** The address of the page with the photo. */
  readonly address: string
  /** The draft of the comment. */
  readonly text: string
}

/** A wish of the person who registered with this address. */
type KeptWish = Wish & { readonly email: string; readonly keptAtMs: number }

const storageKey = 'vitrine:wishes'

/** As long as the link in the e-mail is valid. */
const lifeMs = 24 * 60 * 60 * 1000

/** A guest may like only 60 photos a minute. */
const maxWishes = 20

/**
 * Keeps the wish for the tab that the link in the e-mail opens. It belongs to the given or pending
 * registration, so that no other guest of this browser gets it; without one, it is not kept.
 */
export function keepWish(wish: Wish, email = store.get(registrationAtom)?.email): void {
  if (email === undefined) return
  const isOther = ({ kind, photoId }: Wish) => kind !== wish.kind || photoId !== wish.photoId
  const others = load().filter(isOther)
  save([...others, { ...wish, email, keptAtMs: Date.now() }].slice(-maxWishes))
}

/** The guest's own wishes, oldest first, and only once. */
export function takeWishes(email: string): readonly Wish[] {
  // The server has tidied up both.
  const isOwn = (wish: KeptWish) => wish.email.toLowerCase() === email.toLowerCase()
  const kept = load()
  save(kept.filter((wish) => !isOwn(wish)))
  return kept.filter(isOwn)
}

function load(): readonly KeptWish[] {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as readonly KeptWish[]
    return kept.filter(({ keptAtMs }) => Date.now() - keptAtMs < lifeMs)
  } catch {
    // Without storage, guests go back to the photo and do it again.
    return []
  }
}

function save(wishes: readonly KeptWish[]): void {
  try {
    if (wishes.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(wishes))
  } catch {
    // Works without storage, as above.
  }
}
