import { Dialog } from '@base-ui/react/dialog'
import { useAtom } from 'jotai'
import { X } from 'lucide-react'
import * as styles from '../../components/Dialog.css.ts'
import { Switch } from '../../components/Switch.tsx'
import { letterKeysAtom } from './keys.ts'
import { texts } from './texts.ts'

type KeyListProps = {
  isOwner: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A row: what the keys do, the keys, and whether the switch turns them off. */
type Row = { does: string; keys: readonly string[]; isLetter?: boolean }

const rowsFor = (isOwner: boolean): Row[] => [
  { does: texts.keys.previousNext, keys: ['←', '→'] },
  { does: texts.keys.back, keys: ['Esc'] },
  { does: texts.keys.fullscreen, keys: ['F'], isLetter: true },
  { does: texts.keys.zoom, keys: ['+', '−', '0'], isLetter: true },
  { does: texts.keys.pan, keys: ['↑', '↓', '←', '→'] },
  { does: texts.keys.info, keys: ['I'], isLetter: true },
  { does: texts.keys.like, keys: ['L'], isLetter: true },
  { does: texts.keys.comment, keys: ['C'], isLetter: true },
  ...(isOwner
    ? [
        { does: texts.keys.edit, keys: ['E'], isLetter: true },
        { does: texts.keys.crop, keys: ['R'], isLetter: true },
        { does: texts.keys.setPublic, keys: ['P'], isLetter: true },
        { does: texts.keys.delete, keys: ['Delete'] },
      ]
    : []),
  { does: texts.keys.list, keys: ['?'], isLetter: true },
]

/** The viewer's keys, with the switch for those of a single character (WCAG 2.1.4). */
export function KeyList({ isOwner, isOpen, onOpenChange }: KeyListProps) {
  const [hasLetters, setHasLetters] = useAtom(letterKeysAtom)
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className={styles.title}>{texts.keys.title}</Dialog.Title>
          <Dialog.Close className={styles.close} aria-label={texts.keys.close}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <dl className={styles.keys}>
            {rowsFor(isOwner).map(({ does, keys, isLetter }) => (
              <div className={styles.row} key={does} data-off={isLetter && !hasLetters}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd className={styles.key} key={key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.option}>
            <Switch
              label={texts.keys.letters}
              hint={texts.keys.lettersHint}
              checked={hasLetters}
              onChange={setHasLetters}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
