import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SettingsScreen } from '../../kit/account/SettingsScreen.tsx'
import * as styles from '../../kit/account/styles.css.ts'
import { api, codeAndMessage, errorText, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import { paths } from '../../kit/paths.ts'
import { uploadProgressAtom } from '../../kit/state/background-work.ts'
import { notify } from '../../kit/state/notices.ts'
import { siteNameAtom } from '../../kit/state/viewer.ts'
import { clearUploads } from './local-drive/state.ts'
import { refreshViewer } from './session.ts'
import { texts } from './texts.ts'

const doneMs = 4000

export function Logout() {
  const name = useAtomValue(siteNameAtom)
  const isUploading = useAtomValue(uploadProgressAtom) !== undefined
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const logOut = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.logout.$get())
      clearUploads()
      await refreshViewer()
      notify(texts.logout.done, { durationMs: doneMs })
      // The next sign-in should not end on this screen.
      await navigate(paths.account(), { replace: true })
    } catch (error) {
      setBusy(false)
      setProblem(errorText(error))
      notify(texts.logout.failed(codeAndMessage(error)))
    }
  }

  return (
    <SettingsScreen
      title={texts.settings.logout}
      lead={<Sentence with={name} of={texts.logout.lead} />}
    >
      {isUploading && <p className={styles.lead}>{texts.logout.uploading}</p>}
      <div className={styles.form}>
        <div className={styles.actions}>
          <Button kind="primary" isBusy={isBusy} onClick={() => void logOut()}>
            {texts.logout.submit}
          </Button>
        </div>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
    </SettingsScreen>
  )
}
