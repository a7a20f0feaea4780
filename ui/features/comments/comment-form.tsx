import { useAtom } from 'jotai'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useId, useState } from 'react'
import { limits } from '../../../src/contract/limits.ts'
import { codeAndMessage, errorText } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import * as fieldStyles from '../../kit/components/TextField.css.ts'
import { notify } from '../../kit/state/notices.ts'
import { isSignedIn } from '../../kit/state/viewer.ts'
import { draftsAtom, postComment } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type CommentFormProps = {
  photoId: string
  field: RefObject<HTMLTextAreaElement | null>
  isMember: boolean
  /** Called when an anonymous visitor wants to comment. */
  onRegister: () => void
}

/** A field that grows with its text. Enter posts it, Shift + Enter starts a new line. */
export function CommentForm({ photoId, field, isMember, onRegister }: CommentFormProps) {
  const id = useId()
  const { text, setText, note, isPosted, problem, isBusy, canPost, post } = useCommentDraft(photoId)

  const submit = async () => {
    if (!isMember) onRegister()
    // Now and not after the answer, when the visitor may have moved on.
    field.current?.focus()
    if (isMember && canPost) await post()
    // The session has ended: the text is kept, and the guest can register again.
    if (isMember && !isSignedIn()) onRegister()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // On-screen keyboards have no other way to start a new line.
    const startsLine = event.shiftKey || matchMedia('(pointer: coarse)').matches
    if (startsLine && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label className={fieldStyles.label} htmlFor={id}>
        {texts.label}
      </label>
      <div className={styles.row}>
        <div className={styles.growing} data-text={`${text} `}>
          <textarea
            id={id}
            ref={field}
            className={styles.textarea}
            name="body"
            dir="auto"
            rows={1}
            placeholder={texts.placeholder}
            value={text}
            readOnly={isBusy}
            aria-invalid={Boolean(problem)}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setText(target.value)}
            // On click instead of focus, so that the Tab key can pass by.
            onClick={() => !isMember && text === '' && onRegister()}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button type="submit" isBusy={isBusy} isDisabled={isMember && !canPost}>
          {texts.post}
        </Button>
      </div>
      <p className={problem ? styles.problem : styles.note} id={`${id}-note`}>
        {problem ?? note}
        {/* In the page before its text, or screen readers would not announce it. */}
        <span role="status">{isPosted && !problem && texts.posted}</span>
      </p>
    </form>
  )
}

/** The length from which on the number of remaining characters is shown. */
const nearEnd = limits.comment - 200

function useCommentDraft(photoId: string) {
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isPosted, setPosted] = useState(false)
  const text = drafts.get(photoId) ?? ''
  const length = [...text.trim()].length
  const excess = length - limits.comment
  const canPost = length > 0 && excess <= 0 && !isBusy

  const setText = (changed: string) => {
    setDrafts((all) => new Map(all).set(photoId, changed))
    setFailure(undefined)
    setPosted(false)
  }

  const post = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await postComment(photoId, text)
      setText('')
      setPosted(true)
    } catch (error) {
      setFailure(errorText(error))
      notify(codeAndMessage(error))
    } finally {
      setBusy(false)
    }
  }

  const problem = excess > 0 ? texts.tooLong(excess) : failure
  return {
    text,
    setText,
    note: isPosted ? undefined : noteFor(text, length),
    isPosted,
    problem,
    isBusy,
    canPost,
    post,
  }
}

function noteFor(text: string, length: number): string | undefined {
  if (length >= nearEnd) return texts.left(limits.comment - length)
  if (text === '' || matchMedia('(pointer: coarse)').matches) return undefined
  return texts.enterPosts
}
