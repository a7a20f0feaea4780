import type { Rule, RuleAction, RuleCondition } from '../../../../src/contract/site/rules.ts'
import { texts } from './texts.ts'

/** A condition as it is typed: each kind keeps its value while another is chosen. */
export type ConditionDraft = {
  readonly key: number
  readonly kind: RuleCondition['kind']
  readonly atLeast: number
  readonly label: string
  readonly how: 'is' | 'begins with'
  readonly keyword: string
  readonly folder: string
}

export type Draft = {
  readonly conditions: readonly ConditionDraft[]
  readonly action: RuleAction['kind']
  readonly album: string
}

let keys = 0

export const newCondition = (): ConditionDraft => ({
  key: ++keys,
  kind: 'rating',
  atLeast: 3,
  how: 'is',
  label: '',
  keyword: '',
  folder: '',
})

export function draftOf(rule: Rule | undefined): Draft {
  if (!rule) return { conditions: [newCondition()], action: 'add to photostream', album: '' }
  const { conditions, action } = rule
  return {
    conditions: conditions.map((condition) => {
      const { kind } = condition
      const draft = newCondition()
      if (kind === 'label') return { ...draft, kind, label: condition.is }
      if (kind === 'folder') return { ...draft, kind, folder: condition.is }
      return { ...draft, ...condition }
    }),
    action: action.kind,
    album: action.kind === 'add to album' ? action.album : '',
  }
}

/** The name of a condition's text field. */
export const fieldOf = ({ key }: ConditionDraft) => `condition-${key}`

export type FieldProblem = { readonly field: string; readonly message: string }

/** The rule, or why it is none yet. */
export function ruleOf({ conditions, action, album }: Draft): {
  rule: Rule
  problems: FieldProblem[]
} {
  const texted = conditions.map((draft) => ({ draft, text: textOf(draft)?.trim() }))
  const problems: FieldProblem[] = texted
    .filter(({ text }) => text === '')
    .map(({ draft }) => ({ field: fieldOf(draft), message: texts.form.missing }))
  if (action === 'add to album' && album.trim() === '') {
    problems.push({ field: 'album', message: texts.form.missing })
  }
  if (action === 'hide keyword' && !conditions.some(({ kind }) => kind === 'keyword')) {
    problems.push({ field: 'action', message: texts.form.needsKeyword })
  }
  const rule: Rule = {
    conditions: texted.map(({ draft, text = '' }): RuleCondition => {
      const { kind, atLeast, how } = draft
      if (kind === 'rating') return { kind, atLeast }
      return kind === 'keyword' ? { kind, how, keyword: text } : { kind, is: text }
    }),
    action: action === 'add to album' ? { kind: action, album: album.trim() } : { kind: action },
  }
  return { rule, problems }
}

const textOf = ({ kind, label, keyword, folder }: ConditionDraft): string | undefined =>
  ({ rating: undefined, label, keyword, folder })[kind]
