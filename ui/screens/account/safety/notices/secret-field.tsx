import { useRef } from 'react'
import { noticeLimits } from '../../../../../src/contract/limits.ts'
import { secretOf } from '../../../../../src/contract/site/notice-kinds.ts'
import type { NoticeChannel } from '../../../../../src/contract/site/notices.ts'
import { CopyButton, useCopy } from '../../../../features/sharing/copy-button.tsx'
import { asTyped } from '../../../../kit/components/as-typed.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { Checkbox } from '../../../../kit/components/Checkbox.tsx'
import * as styles from '../../../../kit/components/field-with-button.css.ts'
import { TextField } from '../../../../kit/components/TextField.tsx'
import { canKeepSecret, type Draft, newSecret } from './draft.ts'
import { type SecretKind, texts } from './texts.ts'

const labels = texts.form

type SecretFieldProps = {
  kind: SecretKind
  draft: Draft
  channel: NoticeChannel | undefined
  error: string | undefined
  onChange: (part: Partial<Draft>) => void
}

/** The key that signs a webhook's requests, or a token. A stored one is never shown. */
export function SecretField({ kind, draft, channel, error, onChange }: SecretFieldProps) {
  const { secret, removesSecret } = draft
  const field = useRef<HTMLInputElement>(null)
  const copying = useCopy(secret, field)
  const isStored = channel?.kind === kind && channel.hasSecret
  const isKept = canKeepSecret(draft, channel)
  const isWebhook = kind === 'webhook'
  const hint = isStored && secret === '' ? storedHint(kind, isKept) : labels.secretHints[kind]
  const input = (
    <TextField
      ref={field}
      label={labels.secret[kind]}
      hint={copying.hint ?? hint}
      error={error}
      name="secret"
      {...asTyped}
      maxLength={noticeLimits.secret}
      value={secret}
      onChange={({ target }) => onChange({ secret: target.value })}
    >
      {isWebhook && secret !== '' && <CopyButton label={labels.secret[kind]} copying={copying} />}
    </TextField>
  )
  if (isWebhook) {
    return (
      <div className={styles.row}>
        {input}
        <div className={styles.button}>
          <Button onClick={() => onChange({ secret: newSecret() })}>{labels.generate}</Button>
        </div>
      </div>
    )
  }
  return (
    <>
      {input}
      {isKept && secretOf[kind] === 'optional' && (
        <Checkbox
          label={labels.removeSecret}
          checked={removesSecret}
          onChange={({ target }) => onChange({ removesSecret: target.checked })}
        />
      )}
    </>
  )
}

const storedHint = (kind: SecretKind, isKept: boolean): string =>
  isKept ? labels.secretKept[kind] : labels.secretDropped[kind]
