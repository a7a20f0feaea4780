import { Dialog } from '@base-ui/react/dialog'
import { useAtom } from 'jotai'
import { X } from 'lucide-react'
import { letterKeysAtom } from '../../catalogue/viewer/keys.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import * as styles from '../../kit/components/Dialog.css.ts'
import { Switch } from '../../kit/components/Switch.tsx'
import { useLayer } from '../../kit/navigation/layers.ts'

type KeyListProps = {
  isOwner: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** `isLetter` keys are turned off by the switch. */
type Row = { action: string; keys: readonly string[]; isLetter?: boolean }

const rowsFor = (isOwner: boolean): Row[] => [
  { action: texts.keys.previousNext, keys: ['←', '→'] },
  { action: texts.keys.back, keys: ['Esc'] },
  { action: texts.keys.fullscreen, keys: ['F'], isLetter: true },
  { action: texts.keys.slideshow, keys: ['S'], isLetter: true },
  { action: texts.keys.zoom, keys: ['+', '−', '0'], isLetter: true },
  { action: texts.keys.pan, keys: ['↑', '↓', '←', '→'] },
  { action: texts.keys.info, keys: ['I'], isLetter: true },
  { action: texts.keys.like, keys: ['L'], isLetter: true },
  { action: texts.keys.comment, keys: ['C'], isLetter: true },
  ...(isOwner
    ? [
        { action: texts.keys.edit, keys: ['E'], isLetter: true },
        { action: texts.keys.stepEditing, keys: ['Alt ↑', 'Alt ↓'] },
        { action: texts.keys.crop, keys: ['R'], isLetter: true },
        { action: texts.keys.setPublic, keys: ['P'], isLetter: true },
        { action: texts.keys.delete, keys: ['Delete'] },
      ]
    : []),
  { action: texts.keys.list, keys: ['?'], isLetter: true },
]

/** The viewer's shortcuts, with the switch for single-key ones (WCAG 2.1.4). */
export function KeyList({ isOwner, isOpen, onOpenChange }: KeyListProps) {
  const [hasLetters, setHasLetters] = useAtom(letterKeysAtom)
  useLayer(isOpen, () => onOpenChange(false))
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
            {rowsFor(isOwner).map(({ action, keys, isLetter }) => (
              <div className={styles.row} key={action} data-off={isLetter && !hasLetters}>
                <dt>{action}</dt>
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
