import { texts } from './texts.ts'

/** What the buttons of the dialog ask for, in their order. */
export type CropAction = keyof typeof texts.tools

/** What each action does. */
export type CropHandlers = Readonly<Record<CropAction, () => void>>

const isAction = (name: string): name is CropAction => Object.hasOwn(texts.tools, name)

/** Does what is asked for. @returns what to alert where nothing can do it. */
export function carryOut(name: string, handlers: Partial<CropHandlers>): string | undefined {
  if (!isAction(name)) return texts.notImplemented(name)
  const handler = handlers[name]
  if (!handler) return texts.undefinedAction
  handler()
  return undefined
}
