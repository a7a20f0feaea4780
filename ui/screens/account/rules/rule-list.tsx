import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ruleLimits } from '../../../../src/contract/site/rule-limits.ts'
import type { Rule, Rules } from '../../../../src/contract/site/rules.ts'
import { api, errorText, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { iconButton } from '../../../kit/components/icon-button.css.ts'
import { notify } from '../../../kit/state/notices.ts'
import { RuleForm } from './rule-form.tsx'
import * as styles from './styles.css.ts'
import { ruleText, texts } from './texts.ts'

type RuleListProps = { known: Rules; onSaved: (saved: Rules) => void }

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.8 } as const
const undoMs = 10_000

/** The rules in their order. Every change is saved at once. */
export function RuleList({ known, onSaved }: RuleListProps) {
  const { rules } = known
  const [editing, setEditing] = useState<number | 'new'>()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLDivElement>(null)
  /** Which button gets the focus once the list is rendered anew. */
  const next = useRef<string>(undefined)
  const isSaving = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useEffect(() => {
    if (next.current === undefined) return
    const wanted = list.current?.querySelector<HTMLElement>(next.current)
    const add = list.current?.querySelector<HTMLElement>('[data-add]')
    ;(wanted ?? add)?.focus()
    next.current = undefined
  }, [rules, editing])

  /** @returns why it could not be saved */
  const save = async (changed: readonly Rule[]): Promise<string | undefined> => {
    if (isSaving.current) return undefined
    isSaving.current = true
    try {
      onSaved(await unwrap(api.rules.$put({ json: { rules: [...changed] } })))
      return undefined
    } catch (error) {
      return errorText(error, texts.couldNotSave)
    } finally {
      isSaving.current = false
    }
  }
  const saveOrSay = async (changed: readonly Rule[]): Promise<boolean> => {
    const reason = await save(changed)
    if (reason !== undefined) notify(reason)
    return reason === undefined
  }
  const leave = (place: number | 'new') => {
    next.current = place === 'new' ? '[data-add]' : buttonOf(place, 'edit')
    setEditing(undefined)
  }
  const saveRule = async (place: number | 'new', rule: Rule) => {
    const changed =
      place === 'new' ? [...rules, rule] : rules.map((each, at) => (at === place ? rule : each))
    const reason = await save(changed)
    if (reason === undefined) leave(place)
    return reason
  }
  const without = (place: number) => rules.filter((_, at) => at !== place)
  const move = async (place: number, by: 1 | -1) => {
    const to = place + by
    const rule = rules[place]
    if (!rule || to < 0 || to >= rules.length) return
    next.current = buttonOf(to, by === 1 ? 'down' : 'up')
    const others = without(place)
    if (await saveOrSay([...others.slice(0, to), rule, ...others.slice(to)])) {
      setAnnouncement(texts.moved(to + 1, rules.length))
    }
  }
  const remove = async (place: number) => {
    next.current = buttonOf(Math.min(place, rules.length - 2), 'delete')
    if (!(await saveOrSay(without(place)))) return
    notify(texts.deleted, {
      durationMs: undoMs,
      action: { label: texts.undo, run: () => void saveOrSay(rules) },
    })
  }

  return (
    <section className={styles.section} aria-label={texts.list} ref={list}>
      {rules.length === 0 && editing === undefined && <p className={styles.note}>{texts.none}</p>}
      <ol className={styles.list}>
        {rules.map((rule, place) => (
          // Rules have no identity; their order is what changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place} className={styles.row}>
            {editing === place ? (
              <RuleForm
                rule={rule}
                known={known}
                number={place + 1}
                onSave={(typed) => saveRule(place, typed)}
                onLeave={() => leave(place)}
              />
            ) : (
              <>
                <p className={styles.text} dir="auto">
                  {ruleText(rule)}
                </p>
                <div className={styles.tools}>
                  {(
                    [
                      ['up', texts.up, ArrowUp, () => move(place, -1), place === 0],
                      [
                        'down',
                        texts.down,
                        ArrowDown,
                        () => move(place, 1),
                        place === rules.length - 1,
                      ],
                      ['edit', texts.edit, Pencil, () => setEditing(place), editing !== undefined],
                      ['delete', texts.remove, Trash2, () => remove(place), editing !== undefined],
                    ] as const
                  ).map(([name, label, Icon, run, isOff]) => (
                    <button
                      key={name}
                      type="button"
                      className={iconButton}
                      data-tool={`${name}-${place}`}
                      aria-label={texts.about(label, place + 1)}
                      aria-disabled={isOff}
                      title={label}
                      onClick={() => void (isOff || run())}
                    >
                      <Icon {...icon} />
                    </button>
                  ))}
                </div>
              </>
            )}
          </li>
        ))}
      </ol>
      {editing === 'new' ? (
        <RuleForm
          known={known}
          rule={undefined}
          number={undefined}
          onSave={(typed) => saveRule('new', typed)}
          onLeave={() => leave('new')}
        />
      ) : (
        editing === undefined &&
        rules.length < ruleLimits.rules && (
          <div>
            <Button
              data-add
              kind={rules.length === 0 ? 'primary' : 'quiet'}
              onClick={() => setEditing('new')}
            >
              {texts.add}
            </Button>
          </div>
        )
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}

const buttonOf = (place: number, tool: string) => `[data-tool='${tool}-${place}']`
