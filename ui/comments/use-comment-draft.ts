import { useAtom } from 'jotai'
import { useState } from 'react'
import { problemOf } from '../problem.ts'
import { notify } from '../state/notices.ts'
import { draftsAtom, postComment } from './state.ts'
import { texts } from './texts.ts'

/** Characters, as code points, without the blanks around. */
const maxLength = 2000
/** From here on it is counted. */
const nearEnd = 1800

/** What is being written of a photo, what there is to say of it, and the way to post it. */
export function useCommentDraft(photoId: string) {
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isPosted, setPosted] = useState(false)
  const text = drafts.get(photoId) ?? ''
  const length = [...text.trim()].length
  const excess = length - maxLength
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
      setFailure(problemOf(error).message)
      notify((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  const problem = excess > 0 ? texts.tooLong(excess) : failure
  return {
    text,
    setText,
    note: isPosted ? texts.posted : noteFor(text, length),
    problem,
    isBusy,
    canPost,
    post,
  }
}

function noteFor(text: string, length: number): string | undefined {
  if (length >= nearEnd) return texts.left(maxLength - length)
  if (text === '' || matchMedia('(pointer: coarse)').matches) return undefined
  if (!text.includes('\n')) return texts.enterPosts
  return /Mac|iP/.test(navigator.platform) ? texts.commandEnterPosts : texts.ctrlEnterPosts
}
