import { useCallback, useEffect, useState } from 'react'
import type { Sharing } from '../../../../src/contract/site/sharing.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, errorText, signedIn, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { texts as accountTexts } from '../texts.ts'
import { SharingForm } from './form.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Who may use the gallery, and how. */
export default function SharingScreen() {
  const [sharing, setSharing] = useState<Sharing>()
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      setSharing(await unwrap(signedIn(() => api.sharing.$get())))
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])
  useEffect(() => void load(), [load])

  return (
    <>
      <h1 className={account.heading}>{accountTexts.settings.sharing}</h1>
      <p className={account.lead}>{texts.lead}</p>
      {problem && (
        <div className={styles.failure} role="alert">
          <p className={account.problem}>{problem}</p>
          <Button onClick={() => void load()}>{texts.tryAgain}</Button>
        </div>
      )}
      {!sharing && !problem && <p className={styles.waiting}>{texts.loading}</p>}
      {sharing && <SharingForm sharing={sharing} onSave={setSharing} />}
    </>
  )
}
