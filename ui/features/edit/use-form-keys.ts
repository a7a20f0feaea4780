import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Step } from '../../catalogue/viewer/paging.ts'

/** Keys that work in every field: Ctrl or Cmd with Enter saves, Alt with up or down steps. */
export function useFormKeys(
  form: RefObject<HTMLFormElement | null>,
  onStep: (by: Step) => void,
): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isInField(event, form.current)) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    if (action === 'save') form.current?.requestSubmit()
    else onStep(action)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event)
    // First, as the dialog lets no arrow keys through.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

const isInField = ({ target }: KeyboardEvent, form: HTMLFormElement | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea') &&
  form?.contains(target) === true

/** Enter that ends an input method's composition is not meant for the form. */
function actionOf({ key, altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent) {
  if (isComposing || shiftKey) return undefined
  const isCommand = ctrlKey || metaKey
  if (isCommand && !altKey && key === 'Enter') return 'save'
  return altKey && !isCommand ? stepKeys.get(key) : undefined
}

const stepKeys: ReadonlyMap<string, Step> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])
