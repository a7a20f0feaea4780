import { atom, useAtom } from 'jotai'
import { type SubmitEvent, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Checkbox.tsx'
import { useFocusWhenGone } from '../../components/use-focus-when-gone.ts'
import { notify } from '../../state/notices.ts'
import { DeleteAll } from '../delete-all/delete-all.tsx'
import * as styles from '../styles.css.ts'
import { texts } from '../texts.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { DropBox } from './drop-box.tsx'
import type { DroppedFiles } from './dropped-files.ts'
import { upload } from './state.ts'
import { UploadList } from './upload-list.tsx'

const noticeMs = 8000

/** What was chosen stands until Upload is pressed, over visits of other screens too. */
const chosenAtom = atom<readonly File[]>([])
const toPhotostreamAtom = atom(false)

/** Photos of this device: chosen files wait for Upload, dropped ones start at once. */
export function LocalDrive() {
  const [chosen, setChosen] = useAtom(chosenAtom)
  const [toPhotostream, setToPhotostream] = useAtom(toPhotostreamAtom)
  const input = useRef<HTMLInputElement>(null)
  useFocusWhenGone(chosen.length > 0, input)

  const uploadChosen = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.length === 0) return
    upload(chosen, { toPhotostream })
    setChosen([])
  }

  const uploadDropped = async (parts: AsyncIterable<DroppedFiles>) => {
    let leftOut = 0
    try {
      for await (const part of parts) {
        leftOut += part.leftOut
        upload(part.files, { toPhotostream })
      }
    } catch {
      notify(texts.local.folderRefused)
    }
    if (leftOut > 0) notify(texts.local.leftOut(leftOut), { durationMs: noticeMs })
  }

  return (
    <>
      <h1 className={styles.heading}>{texts.settings.local}</h1>
      <p className={styles.lead}>{texts.local.lead}</p>
      <form className={styles.form} onSubmit={uploadChosen}>
        <DropBox input={input} onChoose={setChosen} onDrop={(parts) => void uploadDropped(parts)} />
        {chosen.length > 0 && <ChosenFiles files={chosen} />}
        <Checkbox
          label={texts.local.toPhotostream}
          hint={texts.local.toPhotostreamHint}
          name="toPhotostream"
          checked={toPhotostream}
          onChange={({ target }) => setToPhotostream(target.checked)}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isDisabled={chosen.length === 0}>
            {texts.local.submit(chosen.length)}
          </Button>
          {chosen.length > 0 && (
            <Button onClick={() => setChosen([])}>{texts.local.discard}</Button>
          )}
        </div>
      </form>
      <UploadList next={input} />
      <DeleteAll />
    </>
  )
}
