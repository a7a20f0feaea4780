import { atom, useAtom, useAtomValue } from 'jotai'
import { type SubmitEvent, useRef } from 'react'
import {
  noOmissions,
  type Omissions,
  omissionSentences,
} from '../../../../src/contract/imports/omissions.ts'
import { ReadAgainAll } from '../../../features/read-again/read-again-all.tsx'
import { PendingDecisions } from '../../../features/versions/pending-decisions.tsx'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Checkbox } from '../../../kit/components/Checkbox.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { useFocusWhenGone } from '../../../kit/components/use-focus.ts'
import { notify } from '../../../kit/state/notices.ts'
import { texts } from '../texts.ts'
import { DropBox } from './drop-box.tsx'
import type { DroppedFiles } from './dropped-files.ts'
import { upload } from './state.ts'
import * as styles from './styles.css.ts'
import { prepareTargets, type TargetAlbum } from './target-albums.ts'
import { TargetFields } from './target-fields.tsx'
import { matchedIdsAtom } from './totals.ts'
import { newRun } from './upload.ts'
import { UploadList } from './upload-list.tsx'

/** Chosen files are kept until Upload is pressed, even while other screens are shown. */
const chosenAtom = atom<readonly File[]>([])
const toPhotostreamAtom = atom(false)

/** Uploads from this device: chosen files wait for Upload, dropped ones start at once. */
export function LocalDrive() {
  const [chosen, setChosen] = useAtom(chosenAtom)
  const [toPhotostream, setToPhotostream] = useAtom(toPhotostreamAtom)
  const input = useRef<HTMLInputElement>(null)
  useFocusWhenGone(chosen.length > 0, input)

  const { isBusy, problem, run: prepare } = useAction()

  const uploadChosen = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.length === 0 || isBusy) return
    void prepare(async () => {
      const albums = await prepareTargets()
      upload(chosen, { toPhotostream, albums, run: newRun() })
      setChosen([])
    })
  }

  const uploadDropped = async (parts: AsyncIterable<DroppedFiles>) => {
    let omitted: Omissions = noOmissions
    const run = newRun()
    let albums: readonly TargetAlbum[] | undefined
    await prepare(async () => {
      albums = await prepareTargets()
    })
    // The field of the new album says why.
    if (!albums) return
    try {
      for await (const part of parts) {
        omitted = part.omitted
        upload(part.files, { toPhotostream, albums, run })
      }
    } catch {
      notify(texts.local.unreadable)
    }
    // It stays until it is closed: nothing else says what was left out.
    const left = omissionSentences(omitted).join(' ')
    if (left) notify(left)
  }

  return (
    <>
      <h1 className={account.heading}>{texts.settings.local}</h1>
      <p className={account.lead}>{texts.local.lead}</p>
      <form className={account.form} onSubmit={uploadChosen}>
        <DropBox input={input} onChoose={setChosen} onDrop={(parts) => void uploadDropped(parts)} />
        {chosen.length > 0 && <ChosenFiles files={chosen} />}
        <TargetFields error={problem} />
        <Checkbox
          label={texts.local.toPhotostream}
          hint={texts.local.toPhotostreamHint}
          name="toPhotostream"
          checked={toPhotostream}
          onChange={({ target }) => setToPhotostream(target.checked)}
        />
        <div className={account.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy} isDisabled={chosen.length === 0}>
            {texts.local.submit(chosen.length)}
          </Button>
          {chosen.length > 0 && (
            <Button onClick={() => setChosen([])}>{texts.local.discard}</Button>
          )}
        </div>
      </form>
      <UploadList next={input} />
      <PendingDecisions screen="local" except={useAtomValue(matchedIdsAtom)} next={input} />
      <ReadAgainAll />
    </>
  )
}

/** Names of further files are only counted. */
const shownNames = 5

function ChosenFiles({ files }: { files: readonly File[] }) {
  const more = files.length - shownNames
  return (
    <ul className={styles.chosen} aria-label={texts.local.chosen}>
      {files.slice(0, shownNames).map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never reorders
        <li key={index} className={styles.chosenName} title={file.name}>
          {file.name}
        </li>
      ))}
      {more > 0 && <li>{texts.local.more(more)}</li>}
    </ul>
  )
}
