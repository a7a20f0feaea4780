import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ruleLimits } from '../../../../src/contract/limits.ts'
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

/** Which rule is edited, by its place, or that a new one is entered. */
type Edited = number | 'new'

/** Changes the rules and saves them at once; keeps the focus in the list. */
function useRuleChanges({ known, onSaved }: RuleListProps) {
  const { rules } = known
  const [editing, setEditing] = useState<Edited>()
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
  const leave = (place: Edited) => {
    next.current = place === 'new' ? '[data-add]' : buttonOf(place, 'edit')
    setEditing(undefined)
  }
  const saveRule = async (place: Edited, rule: Rule) => {
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

  return { list, editing, setEditing, announcement, leave, saveRule, move, remove }
}

/** The rules in their order. Every change is saved at once. */
export function RuleList(props: RuleListProps) {
  const { known } = props
  const { rules } = known
  const { list, editing, setEditing, announcement, leave, saveRule, move, remove } =
    useRuleChanges(props)
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
              <RuleRow
                rule={rule}
                place={place}
                isLast={place === rules.length - 1}
                canEdit={editing === undefined}
                onMove={(by) => void move(place, by)}
                onEdit={() => setEditing(place)}
                onDelete={() => void remove(place)}
              />
            )}
          </li>
        ))}
      </ol>
      {editing === 'new' && (
        <RuleForm
          known={known}
          rule={undefined}
          number={undefined}
          onSave={(typed) => saveRule('new', typed)}
          onLeave={() => leave('new')}
        />
      )}
      {editing === undefined && rules.length < ruleLimits.rules && (
        <div>
          <Button
            data-add
            kind={rules.length === 0 ? 'primary' : 'quiet'}
            onClick={() => setEditing('new')}
          >
            {texts.add}
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}

type RuleRowProps = {
  rule: Rule
  place: number
  isLast: boolean
  /** Whether no rule is edited at the moment. */
  canEdit: boolean
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onDelete: () => void
}

function RuleRow(props: RuleRowProps) {
  const { rule, place, isLast, canEdit, onMove, onEdit, onDelete } = props
  return (
    <>
      <p className={styles.text} dir="auto">
        {ruleText(rule)}
      </p>
      <div className={styles.tools}>
        <RowButton
          tool="up"
          label={texts.up}
          place={place}
          isOff={place === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp {...icon} />
        </RowButton>
        <RowButton
          tool="down"
          label={texts.down}
          place={place}
          isOff={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown {...icon} />
        </RowButton>
        <RowButton tool="edit" label={texts.edit} place={place} isOff={!canEdit} onClick={onEdit}>
          <Pencil {...icon} />
        </RowButton>
        <RowButton
          tool="delete"
          label={texts.remove}
          place={place}
          isOff={!canEdit}
          onClick={onDelete}
        >
          <Trash2 {...icon} />
        </RowButton>
      </div>
    </>
  )
}

type RowButtonProps = {
  tool: string
  label: string
  place: number
  isOff: boolean
  onClick: () => void
  children: ReactNode
}

function RowButton({ tool, label, place, isOff, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={iconButton}
      data-tool={`${tool}-${place}`}
      aria-label={texts.about(label, place + 1)}
      aria-disabled={isOff}
      title={label}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </button>
  )
}

const buttonOf = (place: number, tool: string) => `[data-tool='${tool}-${place}']`
