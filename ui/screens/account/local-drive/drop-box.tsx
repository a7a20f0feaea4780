import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { texts } from '../texts.ts'
import { type DroppedFiles, droppedFiles } from './dropped-files.ts'
import * as styles from './styles.css.ts'

type DropBoxProps = {
  input: RefObject<HTMLInputElement | null>
  onChoose: (files: readonly File[]) => void
  onDrop: (parts: AsyncIterable<DroppedFiles>) => void
}

/** Opens the file picker, and accepts files dropped anywhere in the window. */
export function DropBox({ input, onChoose, onDrop }: DropBoxProps) {
  const [isOver, setOver] = useState(false)
  useFileDrop(setOver, (transfer) => onDrop(droppedFiles(transfer)))

  return (
    <label className={isOver ? `${styles.box} ${styles.boxOver}` : styles.box}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/jpeg"
        multiple
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Allows choosing the same files again.
          target.value = ''
        }}
      />
      {isOver ? (
        texts.local.dropActive
      ) : (
        <span>
          {texts.local.drop}
          <span className={styles.choose}>{texts.local.choose}</span>
        </span>
      )}
      {isOver && <span className={styles.window} aria-hidden="true" />}
    </label>
  )
}

/** While the screen is shown, files can be dropped anywhere in the window. */
function useFileDrop(
  onOver: (isOver: boolean) => void,
  onDrop: (transfer: DataTransfer) => void,
): void {
  const over = useEffectEvent(onOver)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      over(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // The event also fires when moving between elements inside the window.
      if (event.relatedTarget === null) over(false)
    }
    const onDropped = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      over(false)
      drop(event.dataTransfer)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDropped)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDropped)
    }
  }, [])
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
