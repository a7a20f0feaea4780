import { useState } from 'react'
import { batchLimits } from '../../../src/contract/limits.ts'
import { ownValue } from '../../../src/contract/own-value.ts'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { TextField } from '../../kit/components/TextField.tsx'
import { useFocusOnEntry } from '../../kit/components/use-focus.ts'
import { EditForm } from './edit-form.tsx'
import {
  type Content,
  SelectionDialog,
  type SelectionDialogProps,
  Summarized,
} from './selection-dialog.tsx'
import { texts } from './texts.ts'

const words = texts.rights
const fields = ['creator', 'copyright'] as const
type Typed = { readonly [Field in (typeof fields)[number]]?: string }

/** Replaces the creator and the copyright of the photos; what is not typed in stays. */
export const RightsDialog = (props: SelectionDialogProps) => (
  <SelectionDialog {...props} title={words.title(props.ids.length)} initialFocus="itself">
    {(content) => (
      <Summarized summary={content.summary}>
        {(summary) => <RightsForm content={content} summary={summary} />}
      </Summarized>
    )}
  </SelectionDialog>
)

type RightsFormProps = { content: Content; summary: BatchSummary }

function RightsForm({ content, summary }: RightsFormProps) {
  const [typed, setTyped] = useState<Typed>({})
  const first = useFocusOnEntry<HTMLInputElement>()
  const changed = Object.fromEntries(
    Object.entries(typed).filter(
      ([field, text]) => text.trim() !== (ownValue<unknown>(summary, field) ?? ''),
    ),
  )
  // Emptied fields of photos that differ are a change as well.
  const emptied = Object.fromEntries(
    Object.entries(typed).filter(([field]) => ownValue<unknown>(summary, field) === undefined),
  )
  const change: Typed = { ...changed, ...emptied }
  return (
    <EditForm
      content={content}
      save={words.save}
      change={Object.keys(change).length > 0 ? { kind: 'rights', ...change } : undefined}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          ref={field === fields[0] ? first : undefined}
          label={words[field]}
          hint={summary[field] === undefined ? words.differ : undefined}
          name={field}
          dir="auto"
          autoComplete="off"
          maxLength={batchLimits[field]}
          value={typed[field] ?? summary[field] ?? ''}
          onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
        />
      ))}
    </EditForm>
  )
}
