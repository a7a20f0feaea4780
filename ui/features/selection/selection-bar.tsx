import { useAtomValue } from 'jotai'
import { CheckCheck, Eye, EyeOff, Images, Tags, Trash2, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { batchLimits } from '../../../src/contract/limits.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { ActionMenu } from '../../kit/components/ActionMenu.tsx'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { useFocusWhenGone } from '../../kit/components/use-focus.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import { useLayer } from '../../kit/navigation/layers.ts'
import { applyAndTell, isApplyingAtom, makePublic } from './apply.ts'
import * as styles from './selection.css.ts'
import { isFullAtom, selectAll, selectionAtom, shownPhotosAtom, stopSelecting } from './state.ts'
import { texts } from './texts.ts'

const AlbumsDialog = lazyWithRetry(async () => (await import('./albums-dialog.tsx')).AlbumsDialog)
const KeywordsDialog = lazyWithRetry(
  async () => (await import('./keywords-dialog.tsx')).KeywordsDialog,
)
const ReadAgainDialog = lazyWithRetry(
  async () => (await import('../read-again/read-again-dialog.tsx')).default,
)
const RightsDialog = lazyWithRetry(async () => (await import('./rights-dialog.tsx')).RightsDialog)

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.6 } as const
const words = texts.bar

/** How many photos are selected, and what can be done with them; in the top bar's place. */
export function SelectionBar() {
  const ids = [...(useAtomValue(selectionAtom)?.ids ?? [])]
  const isApplying = useAtomValue(isApplyingAtom)
  const shown = useAtomValue(shownPhotosAtom)
  const { revalidate } = useRevalidator()
  const { album } = useLoaderData<{ album?: Album }>()
  const adding = useDialog(AlbumsDialog)
  const removing = useDialog(AlbumsDialog)
  const keywords = useDialog(KeywordsDialog)
  const rights = useDialog(RightsDialog)
  const readAgain = useDialog(ReadAgainDialog)
  const bar = useRef<HTMLElement>(null)
  useCoveredTopBar()

  const isIdle = ids.length === 0 || isApplying
  const change = { ids, refresh: revalidate }
  const removeHere = ({ id, name }: Album) =>
    applyAndTell({
      ...change,
      change: { kind: 'removeFromAlbum', albumId: id },
      done: (count) => texts.done.removed(count, name),
    })
  const makePrivate = () =>
    applyAndTell({ ...change, change: { kind: 'makePrivate' }, done: texts.done.private })
  const moveToTrash = () =>
    applyAndTell({ ...change, change: { kind: 'trash' }, done: texts.done.trashed })
  const isAll = shown.length <= ids.length
  const dialog = { ...change, bar }

  return (
    <section className={styles.bar} aria-label={words.name} ref={bar}>
      <div className={styles.inside}>
        <BarButton label={words.stop} onClick={stopSelecting}>
          <X {...icon} />
        </BarButton>
        <SelectedCount count={ids.length} />
        <BarButton label={words.all} isDisabled={isAll} onClick={selectAll}>
          <CheckCheck {...icon} />
        </BarButton>
        <BarMenu
          label={words.album}
          icon={<Images {...icon} />}
          isDisabled={isIdle}
          items={[
            { label: texts.menu.add, run: adding.open },
            album && !album.rule && { label: texts.menu.removeHere, run: () => removeHere(album) },
            { label: texts.menu.remove, run: removing.open },
          ]}
        />
        <Visibility
          isDisabled={isIdle}
          photos={shown.filter(({ id }) => ids.includes(id))}
          onMakePublic={() => void makePublic(change)}
          onMakePrivate={() => void makePrivate()}
        />
        <BarMenu
          label={words.details}
          icon={<Tags {...icon} />}
          isDisabled={isIdle}
          items={[
            { label: texts.menu.keywords, run: keywords.open },
            { label: texts.menu.rights, run: rights.open },
            { label: texts.menu.readAgain, run: readAgain.open },
          ]}
        />
        <BarButton label={words.trash} isDisabled={isIdle} onClick={() => void moveToTrash()}>
          <Trash2 {...icon} />
          <span className={styles.actionText}>{words.trash}</span>
        </BarButton>
      </div>
      {isApplying && (
        <div className={styles.running} role="progressbar" aria-label={texts.loading} />
      )}
      <LosingSelection count={ids.length} />
      {adding.isMounted && <AlbumsDialog {...dialog} isAdding {...adding.dialogProps} />}
      {removing.isMounted && (
        <AlbumsDialog {...dialog} isAdding={false} {...removing.dialogProps} />
      )}
      {keywords.isMounted && <KeywordsDialog {...dialog} {...keywords.dialogProps} />}
      {rights.isMounted && <RightsDialog {...dialog} {...rights.dialogProps} />}
      {readAgain.isMounted && (
        <ReadAgainDialog
          selection={ids}
          finalFocus={() => bar.current?.querySelector<HTMLElement>('button') ?? true}
          {...readAgain.dialogProps}
        />
      )}
    </section>
  )
}

type VisibilityProps = {
  isDisabled: boolean
  /** The selected photos. */
  photos: readonly Photo[]
  onMakePublic: () => void
  onMakePrivate: () => void
}

/** A button for the only change that makes sense, and a menu if some photos are public. */
function Visibility({ isDisabled, photos, onMakePublic, onMakePrivate }: VisibilityProps) {
  const { makePublic: publish, makePrivate: hide } = texts.menu
  const count = photos.filter(({ isPublic }) => isPublic).length
  const isMixed = photos.length === 0 || (count > 0 && count < photos.length)
  const button = useRef<HTMLButtonElement>(null)
  // After a change made in the menu, there is a button in its place.
  useFocusWhenGone(isMixed, button)
  if (isMixed) {
    return (
      <BarMenu
        label={words.visibility}
        icon={<Eye {...icon} />}
        isDisabled={isDisabled}
        items={[
          { label: publish, run: onMakePublic },
          { label: hide, run: onMakePrivate },
        ]}
      />
    )
  }
  const label = count === 0 ? publish : hide
  const Icon = count === 0 ? Eye : EyeOff
  return (
    <BarButton
      ref={button}
      label={label}
      isDisabled={isDisabled}
      onClick={count === 0 ? onMakePublic : onMakePrivate}
    >
      <Icon {...icon} />
      <span className={styles.actionText}>{label}</span>
    </BarButton>
  )
}

type BarMenuProps = Omit<ComponentProps<typeof ActionMenu>, 'children' | 'className'> & {
  icon: ReactNode
}

/** A button of the bar that opens a list of actions. */
function BarMenu({ icon, ...menu }: BarMenuProps) {
  return (
    <ActionMenu className={styles.action} {...menu}>
      {icon}
      <span className={styles.actionText}>{menu.label}</span>
    </ActionMenu>
  )
}

/** Asks before Back, a link or closing the page loses the selection; Back ends an empty one. */
function LosingSelection({ count }: { count: number }) {
  const { close, question } = useUnsaved(count > 0, stopSelecting)
  useLayer(true, close)
  return (
    <ConfirmDialog
      title={words.losing.title}
      text={words.losing.text(count)}
      ok={words.losing.ok}
      cancel={words.losing.cancel}
      isOpen={question.isOpen}
      finalFocus={question.finalFocus}
      onOk={question.onLeave}
      onCancel={question.onStay}
    />
  )
}

/** How many photos are selected; announced when it changes. */
function SelectedCount({ count }: { count: number }) {
  const isFull = useAtomValue(isFullAtom)
  const text = isFull ? words.full(batchLimits.photos) : words.count(count)
  const fullHint = isFull && words.fullHint(batchLimits.photos)
  const hint = count === 0 ? words.keys : fullHint
  return (
    <p className={styles.count} role="status">
      {count === 0 ? words.none : text}
      <span className="visually-hidden">{hint && ` ${hint}`}</span>
    </p>
  )
}

type BarButtonProps = {
  label: string
  /** Undefined for a button that is always enabled. */
  isDisabled?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

function BarButton({ label, isDisabled, onClick, ref, children }: BarButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </button>
  )
}

/** The bar covers the top bar, whose links must not get the focus under it. */
function useCoveredTopBar(): void {
  useEffect(() => {
    const covered = document.querySelector('.top-bar')
    covered?.toggleAttribute('inert', true)
    return () => void covered?.toggleAttribute('inert', false)
  }, [])
}
