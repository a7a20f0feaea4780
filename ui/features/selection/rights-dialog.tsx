import { useState } from 'react'
import { batchLimits } from '../../../src/contract/limits.ts'
import { ownValue } from '../../../src/contract/own-value.ts'
import { TextField } from '../../kit/components/TextField.tsx'
import { EditForm } from './edit-form.tsx'
import { type Content, SelectionDialog, type SelectionDialogProps } from './selection-dialog.tsx'
import { texts } from './texts.ts'

const words = texts.rights
const fields = ['creator', 'copyright'] as const
type Typed = { readonly [Field in (typeof fields)[number]]?: string }

/** Replaces the creator and the copyright of the photos; what is not typed in stays. */
export const RightsDialog = (props: SelectionDialogProps) => (
  <SelectionDialog {...props} title={words.title(props.ids.length)}>
    {(content) => <RightsForm content={content} />}
  </SelectionDialog>
)

function RightsForm({ content }: { content: Content }) {
  const { summary } = content
  const [typed, setTyped] = useState<Typed>({})
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
