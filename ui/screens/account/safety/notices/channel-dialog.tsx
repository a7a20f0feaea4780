import { useState } from 'react'
import { noticeLimits } from '../../../../../src/contract/limits.ts'
import { channelKinds } from '../../../../../src/contract/site/notice-kinds.ts'
import type {
  NoticeChannel,
  NoticeChannelChange,
} from '../../../../../src/contract/site/notices.ts'
import { asTyped } from '../../../../kit/components/as-typed.ts'
import type { FormDialogState } from '../../../../kit/components/FormDialog.tsx'
import { DialogForm, FormDialog, UnsavedCheck } from '../../../../kit/components/FormDialog.tsx'
import { Select } from '../../../../kit/components/Select.tsx'
import { TextField } from '../../../../kit/components/TextField.tsx'
import { problemOf, useProblem } from '../../../../kit/components/use-problem.ts'
import { changeOf, type Draft, draftOf, isSame, takesSecret } from './draft.ts'
import { addChannel, changeChannel } from './requests.ts'
import { SecretField } from './secret-field.tsx'
import { keepNotices } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.form
const kinds = channelKinds.map((value) => ({ value, label: texts.kinds[value] }))

type ChannelFormProps = {
  /** The channel to edit; omitted for a new one. */
  channel?: NoticeChannel
  hasMailServer: boolean
  onSaved: (saved: NoticeChannelChange) => void
}

type ChannelDialogProps = ChannelFormProps & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Where notices are sent. */
export default function ChannelDialog({ isOpen, onOpenChange, ...rest }: ChannelDialogProps) {
  return (
    <FormDialog
      title={rest.channel ? labels.editTitle : labels.addTitle}
      className={styles.popup}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <ChannelForm {...rest} dialog={dialog} />}
    </FormDialog>
  )
}

function ChannelForm(props: ChannelFormProps & { dialog: FormDialogState }) {
  const { channel, hasMailServer, dialog } = props
  const { draft, change, isUnsaved, problem, save } = useChannelDraft(props)
  const { form, errorOf, general } = problem
  const { kind, address } = draft
  const hasNoServer = kind === 'email' && !hasMailServer
  return (
    <>
      <DialogForm
        dialog={dialog}
        form={form}
        submit={channel ? labels.save : labels.add}
        onSubmit={() => void save()}
        problem={general}
        styles={{ form: styles.form, actions: styles.dialogActions }}
        autoComplete="off"
      >
        <Select
          label={labels.kind}
          options={kinds}
          value={kind}
          hint={hasNoServer ? labels.noMailServer : labels.kindHints[kind]}
          onChange={(value) =>
            change({ kind: channelKinds.find((each) => each === value) ?? kind, secret: '' })
          }
        />
        <TextField
          label={labels.address[kind]}
          hint={labels.addressHints[kind]}
          error={errorOf('address')}
          name="address"
          dir="auto"
          {...asTyped}
          inputMode={kind === 'email' ? 'email' : 'url'}
          maxLength={noticeLimits.address}
          value={address}
          onChange={({ target }) => change({ address: target.value })}
        />
        {takesSecret(kind) && (
          <SecretField
            kind={kind}
            draft={draft}
            channel={channel}
            error={errorOf('secret')}
            onChange={change}
          />
        )}
      </DialogForm>
      <UnsavedCheck dialog={dialog} isUnsaved={isUnsaved} />
    </>
  )
}

/** What is entered, how it is saved, and why it could not be. */
function useChannelDraft(props: ChannelFormProps & { dialog: FormDialogState }) {
  const { channel, dialog, onSaved } = props
  const [before] = useState(() => draftOf(channel))
  const [draft, setDraft] = useState(before)
  const problem = useProblem(['address', 'secret'])
  const { setProblem, focusOn } = problem

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    if (part.kind) setProblem(undefined)
  }
  const refuse = (reason: ReturnType<typeof problemOf>) => {
    setProblem(reason)
    focusOn(reason.field)
  }
  const save = async () => {
    const wanted = changeOf(draft, channel)
    if ('field' in wanted) {
      refuse(wanted)
      return
    }
    dialog.setBusy(true)
    setProblem(undefined)
    try {
      keepNotices(await (channel ? changeChannel(channel.id, wanted) : addChannel(wanted)))
      onSaved(wanted)
      dialog.leave()
    } catch (error) {
      refuse(problemOf(error))
    } finally {
      dialog.setBusy(false)
    }
  }
  return { draft, change, isUnsaved: !isSame(draft, before), problem, save }
}
