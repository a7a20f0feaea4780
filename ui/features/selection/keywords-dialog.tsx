import { useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { TextField } from '../../kit/components/TextField.tsx'
import { quietText } from '../../kit/components/text.css.ts'
import { keywordsOf } from '../../kit/keyword-text.ts'
import { withToggled } from '../../kit/state/sets.ts'
import * as styles from './dialogs.css.ts'
import { EditForm } from './edit-form.tsx'
import {
  type Content,
  SelectionDialog,
  type SelectionDialogProps,
  Summarized,
} from './selection-dialog.tsx'
import { texts } from './texts.ts'

const words = texts.keywords

/** Adds keywords to the photos, and removes some of those that they have. */
export const KeywordsDialog = (props: SelectionDialogProps) => (
  <SelectionDialog {...props} title={words.title(props.ids.length)}>
    {(content) => <KeywordsForm content={content} />}
  </SelectionDialog>
)

function KeywordsForm({ content }: { content: Content }) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const add = keywordsOf(typed)
  const remove = [...removed]
  return (
    <EditForm
      content={content}
      save={words.save}
      change={add.length + remove.length > 0 ? { kind: 'keywords', add, remove } : undefined}
    >
      <TextField
        label={words.add}
        hint={words.addHint}
        name="add"
        dir="auto"
        {...asTyped}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Summarized summary={content.summary}>
        {(summary) => (
          <PresentKeywords
            summary={summary}
            removed={removed}
            onToggle={(keyword) => setRemoved(withToggled(removed, keyword))}
          />
        )}
      </Summarized>
    </EditForm>
  )
}

type PresentKeywordsProps = {
  summary: BatchSummary
  removed: ReadonlySet<string>
  onToggle: (keyword: string) => void
}

/** The keywords that the photos have; those that are pressed will be removed. */
function PresentKeywords({ summary, removed, onToggle }: PresentKeywordsProps) {
  const { keywords, photos } = summary
  if (keywords.length === 0) return <p className={quietText}>{words.none}</p>
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.present}</legend>
      <p className={quietText}>{words.presentHint}</p>
      <div className={styles.chips}>
        {keywords.map(({ keyword, photos: count }) => (
          <button
            key={keyword}
            type="button"
            className={styles.chip}
            aria-pressed={removed.has(keyword)}
            onClick={() => onToggle(keyword)}
          >
            <bdi>{keyword}</bdi>{' '}
            <span className={styles.chipCount}>{words.count(count, photos)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
