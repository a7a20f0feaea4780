import type { Database } from 'bun:sqlite'
import { folded } from '../../contract/search/folded.ts'
import { nameOfCamera } from './camera-names.ts'

/** A gallery has few cameras; the limits only guard against files with made-up ones. */
const maxCameras = 1000
const maxModels = 20
/** Shorter beginnings of a word would match too many cameras. */
const minPrefix = 2

/** The Greek letter of Sony's names is typed as a Latin one, too. */
const plain = (text: string): string => folded(text).replaceAll('α', 'a')

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** With `isPrefix`, the last word may be incomplete. */
export type FindModels = (phrase: readonly string[], isPrefix: boolean) => string[]

/**
 * Finds the models of cameras whose displayed name contains the words of a phrase, although the file
 * has other words: 'α7' finds 'ILCE-7M3'.
 */
export function createCameraNameSearch(connection: Database): FindModels {
  const cameras = connection.query<{ make: string; model: string }, [number]>(
    `SELECT make, camera_model.model FROM camera
     CROSS JOIN camera_model ON camera_model.camera = camera.id LIMIT ?`,
  )

  return (phrase, isPrefix) => {
    const typed = phrase.map(plain)
    const last = typed.length - 1
    if (isPrefix && (typed[last] ?? '').length < minPrefix) return []
    const isTyped = (word: string | undefined, index: number) =>
      word === typed[index] || (isPrefix && index === last && word?.startsWith(typed[index] ?? ''))
    return cameras
      .all(maxCameras)
      .filter(({ make, model }) => {
        const shownWords = wordsOf(nameOfCamera(make, model) ?? '')
        const fileWords = new Set(wordsOf(`${make} ${model}`))
        return shownWords.some((_, start) => {
          const phraseWords = shownWords.slice(start, start + typed.length)
          const isFound = phraseWords.length === typed.length && phraseWords.every(isTyped)
          return isFound && phraseWords.some((word) => !fileWords.has(word))
        })
      })
      .slice(0, maxModels)
      .map(({ model }) => model)
  }
}
