import { type RefObject, useState } from 'react'
import { texts } from '../texts.ts'
import { type DroppedFiles, droppedFiles } from './dropped-files.ts'
import * as styles from './styles.css.ts'
import { useFileDrop } from './use-file-drop.ts'

type DropBoxProps = {
  input: RefObject<HTMLInputElement | null>
  onChoose: (files: readonly File[]) => void
  onDrop: (parts: AsyncIterable<DroppedFiles>) => void
}

/** Opens the picker; takes what is dropped anywhere in the window. */
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
          // The same files can be chosen again after they were taken back.
          target.value = ''
        }}
      />
      {isOver ? (
        texts.local.dropNow
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
