import { useEffect, useRef } from 'react'
import type { DriveFolder } from '../../src/contract/drive.ts'
import { Button } from '../components/Button.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type FolderChoiceProps = {
  name: string
  folders: readonly DriveFolder[]
  onChoose: (folder: DriveFolder) => void
}

/** Several folders of one name, told apart by where they lie, what is in them and their age. */
export function FolderChoice({ name, folders, onChoose }: FolderChoiceProps) {
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => list.current?.querySelector('button')?.focus(), [])

  return (
    <section className={styles.folders} aria-labelledby="drive-folders">
      <p className={styles.text} id="drive-folders" role="status">
        {texts.folder.several(name)}
      </p>
      <ul className={styles.choices} ref={list}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <Button aria-describedby={`folder-${folder.id}`} onClick={() => onChoose(folder)}>
              {folder.path}
            </Button>
            <p className={styles.text} id={`folder-${folder.id}`}>
              {texts.folder.about(folder.photos, folder.createdTime)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
