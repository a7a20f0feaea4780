import { useCallback, useEffect, useState } from 'react'
import type { Rules } from '../../../../src/contract/site/rules.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, errorText, signedIn, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { texts as accountTexts } from '../texts.ts'
import { PresentPhotos } from './present-photos.tsx'
import { RuleList } from './rule-list.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** /account/rules: where new photos belong. */
export default function RulesScreen() {
  const [known, setKnown] = useState<Rules>()
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      setKnown(await unwrap(signedIn(() => api.rules.$get())))
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])
  useEffect(() => void load(), [load])

  const usesPhotostream = known?.rules.some(({ action }) => action.kind.endsWith('photostream'))
  return (
    <>
      <h1 className={account.heading}>{accountTexts.settings.rules}</h1>
      <p className={account.lead}>{texts.lead}</p>
      {problem && (
        <div className={styles.failure} role="alert">
          <p className={account.problem}>{problem}</p>
          <Button onClick={() => void load()}>{texts.tryAgain}</Button>
        </div>
      )}
      {!known && !problem && <p className={styles.waiting}>{texts.loading}</p>}
      {known && (
        <>
          {usesPhotostream && !known.hasPhotostream && (
            <p className={styles.warning}>{texts.noPhotostream}</p>
          )}
          <RuleList known={known} onSaved={setKnown} />
          <PresentPhotos known={known} />
        </>
      )}
    </>
  )
}
