import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { Picture } from './picture.tsx'
import { useSwipe } from './swipe.ts'

type StageProps = {
  photo: Photo
  previous: Photo | undefined
  next: Photo | undefined
  onPrevious: () => void
  onNext: () => void
  onOpen: () => void
  /** What lies on the wall beside the photo. */
  children: ReactNode
}

/**
 * The wall with the photo. The neighbours hang there too, unseen, each as the very element that
 * will be shown: paging only changes which one is seen.
 */
export function Stage({ photo, previous, next, onPrevious, onNext, onOpen, children }: StageProps) {
  const [readyId, setReadyId] = useState('')
  const onReady = useCallback((id: string) => setReadyId(id), [])
  const swipe = useSwipe({ onPrevious, onNext })

  // The present photo's bytes come before its neighbours', but what hangs there already stays.
  const hanging = useRef<ReadonlySet<string>>(new Set())
  const pictures = [previous, photo, next].filter(
    (each): each is Photo =>
      each !== undefined &&
      (each.id === photo.id || readyId === photo.id || hanging.current.has(each.id)),
  )
  useEffect(() => {
    hanging.current = new Set(pictures.map(({ id }) => id))
  })

  return (
    <figure className="wall" {...swipe}>
      {pictures.map((each) => (
        <Picture
          // An edited photo is another picture.
          key={each.fileName}
          photo={each}
          isCurrent={each.id === photo.id}
          onReady={onReady}
          onOpen={onOpen}
        />
      ))}
      {children}
    </figure>
  )
}
