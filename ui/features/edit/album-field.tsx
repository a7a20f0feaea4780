import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { Button } from '../../kit/components/Button.tsx'
import { label } from '../../kit/components/TextField.css.ts'
import { withToggled } from '../../kit/state/sets.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const words = texts.albums

type AlbumFieldProps = {
  /** Undefined until they are loaded. */
  albums: readonly Album[] | undefined
  /** Why they are not. */
  problem: string | undefined
  onRetry: () => Promise<void>
  /** Shown while none is chosen. */
  none: string
  chosen: ReadonlySet<string> | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** The albums that contain a photo, or will, as a list of checkboxes. */
export function AlbumField(props: AlbumFieldProps) {
  const { albums, problem, onRetry, none, chosen, onChange } = props
  if (problem !== undefined) {
    return (
      <Labelled>
        <div className={styles.failed}>
          <p className={styles.problem} role="alert">
            {problem}
          </p>
          <Button onClick={() => void onRetry()}>{words.retry}</Button>
        </div>
      </Labelled>
    )
  }
  if (!albums || !chosen) {
    return (
      <Labelled>
        <p className={styles.trigger} data-empty="true" role="status">
          {words.loading}
        </p>
      </Labelled>
    )
  }
  if (albums.length === 0) {
    return (
      <Labelled>
        <p className={styles.trigger} data-empty="true">
          {words.noneYet}
        </p>
      </Labelled>
    )
  }
  return <AlbumMenu albums={albums} none={none} chosen={chosen} onChange={onChange} />
}

function Labelled({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={label} id={id}>
        {texts.fields.albums}
      </span>
      {children}
    </div>
  )
}

type AlbumMenuProps = {
  albums: readonly Album[]
  none: string
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

function AlbumMenu({ albums, none, chosen, onChange }: AlbumMenuProps) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const names = albums.filter((album) => chosen.has(album.id)).map((album) => album.name)
  return (
    <Labelled id={`${id}-label`}>
      <Menu.Root modal={false}>
        <Menu.Trigger
          className={styles.trigger}
          data-empty={names.length === 0}
          aria-labelledby={`${id}-label ${id}-names`}
        >
          <span className={styles.names} id={`${id}-names`} dir="auto">
            {names.join(', ') || none}
          </span>
          <ChevronDown className={styles.icon} aria-hidden="true" size={16} />
        </Menu.Trigger>
        {/* Rendered inside the dialog, but with fixed position so that it is not clipped. */}
        <Menu.Portal container={container}>
          <Menu.Positioner
            className={styles.positioner}
            positionMethod="fixed"
            sideOffset={4}
            align="start"
          >
            <Menu.Popup className={styles.menu}>
              {albums.map((album) => (
                <Menu.CheckboxItem
                  key={album.id}
                  className={styles.item}
                  label={album.name}
                  checked={chosen.has(album.id)}
                  disabled={Boolean(album.rule)}
                  onCheckedChange={() => onChange(withToggled(chosen, album.id))}
                >
                  <span className={styles.box}>
                    <Menu.CheckboxItemIndicator>
                      <Check aria-hidden="true" size={14} strokeWidth={2.4} />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  <span>
                    <bdi>{album.name}</bdi>
                    {noteOf(album) && <small className={styles.note}>{noteOf(album)}</small>}
                  </span>
                </Menu.CheckboxItem>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <div className={styles.menuContainer} ref={container} />
    </Labelled>
  )
}

/** A note on who sees the album, unless everyone does, and on what fills it. */
function noteOf({ id, code, rule }: Album): string | undefined {
  if (id === store.get(uxConfigAtom).photoStreamAlbumId) return words.photostream
  const notes = [rule && words.smart, code && words.codeRequired].filter(Boolean)
  return notes.join(', ') || undefined
}
