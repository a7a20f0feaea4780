import { useAtomValue } from 'jotai'
import { FolderPlus, Images } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { limits } from '../../../src/contract/limits.ts'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { api, unwrap } from '../../kit/api.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { TextField } from '../../kit/components/TextField.tsx'
import { problemText } from '../../kit/components/text.css.ts'
import { useAction } from '../../kit/components/use-action.ts'
import { useResource } from '../../kit/resource.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { addAlbum, deleteAlbum } from '../albums/album-changes.ts'
import { nameKey } from '../albums/name-key.ts'
import { apply } from './apply.ts'
import * as styles from './dialogs.css.ts'
import {
  type Content,
  SelectionDialog,
  type SelectionDialogProps,
  Summarized,
} from './selection-dialog.tsx'
import { texts } from './texts.ts'

const words = texts.albums

type AlbumsDialogProps = SelectionDialogProps & {
  /** Adds to an album, also to a new one; otherwise removes from one of those with the photos. */
  isAdding: boolean
}

/** A list of albums; choosing one adds the photos to it or removes them from it at once. */
export function AlbumsDialog({ isAdding, ...props }: AlbumsDialogProps) {
  const count = props.ids.length
  return (
    <SelectionDialog
      {...props}
      title={isAdding ? words.addTitle(count) : words.removeTitle(count)}
      initialFocus={isAdding ? undefined : 'itself'}
    >
      {(content) =>
        isAdding ? (
          <AddToAlbum content={content} />
        ) : (
          <Summarized summary={content.summary}>
            {(summary) => <RemoveFromAlbum content={content} summary={summary} />}
          </Summarized>
        )
      }
    </SelectionDialog>
  )
}

function AddToAlbum({ content }: { content: Content }) {
  const { summary, dialog } = content
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const { albums, problem, add, create } = useAdding(content, name)
  const found = albums?.filter((album) => nameKey(album.name).includes(nameKey(name))) ?? []
  const named = albums?.find((album) => nameKey(album.name) === nameKey(name))
  const list = useRef<HTMLUListElement>(null)

  /** Enter chooses what cannot be meant otherwise. */
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name === '' || !albums || dialog.isBusy) return
    if (named) add(named)
    else if (found.length === 0) create()
    else list.current?.querySelector('button')?.focus()
  }
  const noteOf = ({ id, code }: Album) =>
    [
      id === photoStreamAlbumId && words.photostream,
      code && words.codeRequired,
      summary.data && containsNote(id, summary.data),
    ]
      .filter(Boolean)
      .join(', ')

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={words.find}
        hint={albums?.length === 0 ? words.noneYet : words.findHint}
        name="album"
        dir="auto"
        {...asTyped}
        maxLength={limits.albumName}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles.albums} aria-label={words.list} ref={list}>
        {found.map((album) => (
          <AlbumRow
            key={album.id}
            content={content}
            name={album.name}
            note={noteOf(album)}
            onChoose={() => add(album)}
          />
        ))}
        {name !== '' && albums && !named && (
          <AlbumRow content={content} isNew name={words.create(name)} note="" onChoose={create} />
        )}
      </ul>
      <Problem text={problem} />
    </form>
  )
}

/** The albums that the photos can be added to, and what adds them to one or to a new one. */
function useAdding(content: Content, name: string) {
  const { ids, refresh } = content
  const { data: albums, problem: failure } = useResource(fetchAlbums, {
    within: texts.failed.load,
  })
  const { problem, run } = useChoice(content)
  const addTo = (album: Album, undoMore?: () => Promise<void>) =>
    apply({
      ids,
      refresh,
      change: { kind: 'addToAlbum', albumId: album.id },
      done: (count) => texts.done.added(count, album),
      ...(undoMore && { undoMore }),
    })
  const createAndAdd = async () => {
    const album = await addAlbum({ name })
    await addTo(album, () => deleteIfEmpty(album))
  }
  return {
    albums,
    problem: problem ?? failure,
    add: (album: Album) => run(() => addTo(album)),
    create: () => run(createAndAdd),
  }
}

function RemoveFromAlbum({ content, summary }: { content: Content; summary: BatchSummary }) {
  const { ids, refresh } = content
  const { problem, run } = useChoice(content)
  if (summary.albums.length === 0) return <p className={styles.waiting}>{words.none}</p>
  const remove = (id: string, name: string) =>
    apply({
      ids,
      refresh,
      change: { kind: 'removeFromAlbum', albumId: id },
      done: (count) => texts.done.removed(count, name),
    })
  return (
    <div className={styles.form}>
      <ul className={styles.albums} aria-label={words.list}>
        {summary.albums.map(({ id, name }) => (
          <AlbumRow
            key={id}
            content={content}
            name={name}
            note={containsNote(id, summary) ?? ''}
            onChoose={() => run(() => remove(id, name))}
          />
        ))}
      </ul>
      <Problem text={problem} />
    </div>
  )
}

type AlbumRowProps = {
  content: Content
  name: string
  note: string
  isNew?: boolean
  onChoose: () => void
}

function AlbumRow({ content, name, note, isNew = false, onChoose }: AlbumRowProps) {
  const Icon = isNew ? FolderPlus : Images
  return (
    <li>
      <button
        type="button"
        className={styles.album}
        aria-disabled={content.dialog.isBusy}
        onClick={() => !content.dialog.isBusy && onChoose()}
      >
        <Icon className={styles.albumIcon} aria-hidden="true" size={18} strokeWidth={1.6} />
        <span>
          <bdi>{name}</bdi>
          {note && <small className={styles.albumNote}>{note}</small>}
        </span>
      </button>
    </li>
  )
}

const Problem = ({ text }: { text: string | undefined }) =>
  text && (
    <p className={problemText} role="alert">
      {text}
    </p>
  )

const containsNote = (id: string, { albums, photos }: BatchSummary): string | undefined => {
  const count = albums.find((album) => album.id === id)?.photos
  return count === undefined ? undefined : words.inAlbum(count, photos)
}

/** Makes the chosen change and closes the dialog; if that fails, it stays open. */
function useChoice({ dialog }: Content) {
  const { problem, run } = useAction({
    within: texts.failed.change,
    isLogged: true,
    busy: dialog,
  })
  const choose = (make: () => Promise<void>) =>
    void run(async () => {
      await make()
      dialog.leave()
    })
  return { problem, run: choose }
}

/** The albums whose photos can be chosen. */
const fetchAlbums = async (): Promise<readonly Album[]> =>
  (await unwrap(api.albums.$get())).filter(({ rule }) => !rule)

/** Undoing also removes the album that was created, unless it has other photos by now. */
async function deleteIfEmpty({ id }: Album): Promise<void> {
  const query = { photos: 'false' } as const
  const { photoCount } = await unwrap(api.albums[':id'].$get({ param: { id }, query }))
  if (photoCount === 0) await deleteAlbum(id)
}
