import { useId, useRef, useState } from 'react'
import type { Camera } from '../../src/contract/cameras.ts'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { nameOf } from './camera-name.ts'
import { CameraThumb } from './camera-picture.tsx'
import { texts } from './texts.ts'

/** The side list; on narrow screens it opens below a button. One camera alone needs none there. */
export function CameraList({ cameras, shown }: { cameras: readonly Camera[]; shown: Camera }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  const close = () => {
    if (!isOpen) return
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <nav
      aria-label={texts.list}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.all(cameras.length)}
      </button>
      <ul id={listId}>
        {cameras.map((camera) => (
          <li key={camera.id}>
            <Link
              to={paths.camera(camera.id)}
              aria-current={camera.id === shown.id ? 'page' : undefined}
              onClick={close}
            >
              <CameraThumb image={camera.image} />
              <span>{nameOf(camera)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
