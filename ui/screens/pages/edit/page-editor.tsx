import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import type { PageName } from '../../../../src/contract/site/pages.ts'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { keyName } from '../../../kit/components/key-name.ts'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { TextArea } from '../../../kit/components/TextField.tsx'
import { isDialogOpen } from '../../../kit/components/use-dialog.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { paths } from '../../../kit/paths.ts'
import { fileOf, texts as pageTexts } from '../texts.ts'
import { Conflict } from './conflict.tsx'
import { Preview } from './preview.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { usePageDraft } from './use-page-draft.ts'
import { Versions } from './versions.tsx'

export const ResumeEditor = () => <PageEditor key="resume" page="resume" />
export const AboutEditor = () => <PageEditor key="about" page="about" />

function PageEditor({ page }: { page: PageName }) {
  const draft = usePageDraft(page)
  const { saved, problem } = draft
  const unsaved = useUnsaved(draft.isChanged, draft.discard)
  const [before, file, after] = texts.lead(paths[page](), fileOf(page), saved?.isPublic ?? true)
  return (
    <SettingsScreen
      title={pageTexts.titles[page]}
      lead={
        <>
          {before}
          <code>{file}</code>
          {after}
        </>
      }
    >
      <LoadState
        isLoaded={saved !== undefined}
        problem={saved ? undefined : problem}
        onRetry={draft.load}
        styles={{ failure: account.form, waiting: styles.waiting }}
      />
      {saved && (
        <>
          <Editor page={page} draft={draft} />
          <Versions page={page} draft={draft} revision={saved.revision} />
        </>
      )}
      <UnsavedDialog {...unsaved.question} />
    </SettingsScreen>
  )
}

type EditorProps = { page: PageName; draft: ReturnType<typeof usePageDraft> }

function Editor({ page, draft }: EditorProps) {
  const { text, other, problem, isBusy, isChanged, isJustSaved } = draft
  const [isPreview, setPreview] = useState(false)
  useSaveKey(() => void draft.save())

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void draft.save()
  }

  return (
    <form className={account.form} noValidate onSubmit={submit}>
      {other && <Conflict other={other} draft={draft} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.views} role="group" aria-label={texts.view}>
        {[false, true].map((value) => (
          <button
            key={String(value)}
            type="button"
            className={styles.view}
            aria-pressed={isPreview === value}
            onClick={() => setPreview(value)}
          >
            {value ? texts.preview : texts.write}
          </button>
        ))}
      </div>
      {isPreview ? (
        <Preview page={page} markdown={text} />
      ) : (
        <div className={styles.editor}>
          <TextArea
            label={other ? texts.yourText : texts.label}
            error={problem}
            name="markdown"
            dir="auto"
            rows={20}
            spellCheck
            value={text}
            onChange={({ target }) => draft.change(target.value)}
          />
        </div>
      )}
      <div className={account.actions}>
        <Button type="submit" kind="primary" isBusy={isBusy} aria-keyshortcuts="Control+S Meta+S">
          {other ? texts.conflict.keep : texts.save}
        </Button>
        <Link className={textLink} to={paths[page]()}>
          {texts.show}
        </Link>
        <p className={account.saved} role="status">
          {isJustSaved && !isChanged ? texts.saved : ''}
        </p>
        <p className={styles.keys}>{texts.keys(/Mac|iPad|iPhone/.test(navigator.userAgent))}</p>
      </div>
      {isPreview && problem && <p className={account.problem}>{problem}</p>}
    </form>
  )
}

/** Ctrl+S or ⌘S saves, wherever the focus is on the screen. */
function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!hasModifier || keyName(event) !== 's') return
    event.preventDefault()
    if (!isDialogOpen()) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
