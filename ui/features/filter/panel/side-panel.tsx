import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { innerIconButton } from '../../../kit/components/icon-button.css.ts'
import { PanelContent, type PanelProps } from './panel-content.tsx'
import { filterButton } from './sheet.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Beside the grid, which stays usable. */
export function SidePanel(props: PanelProps) {
  return props.isOpen ? <OpenPanel {...props} /> : null
}

function OpenPanel({ list, apply, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    const page = document.documentElement
    page.setAttribute('data-filter-beside', '')
    return () => page.removeAttribute('data-filter-beside')
  }, [])
  const close = () => {
    onClose()
    filterButton()?.focus()
  }
  return (
    <aside
      ref={panel}
      className={styles.side}
      data-filter-side
      aria-label={texts.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
    >
      <PanelContent
        list={list}
        apply={apply}
        title={<h2 className={styles.title}>{texts.title}</h2>}
        closeButton={
          <button
            type="button"
            className={innerIconButton}
            aria-label={texts.close}
            onClick={close}
          >
            <X aria-hidden="true" size={20} strokeWidth={1.6} />
          </button>
        }
      />
    </aside>
  )
}
