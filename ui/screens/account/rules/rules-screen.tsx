import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { texts as accountTexts } from '../texts.ts'
import { PresentPhotos } from './present-photos.tsx'
import { RuleList } from './rule-list.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** /account/rules: where new photos belong. */
export default function RulesScreen() {
  const { data: known, setData, problem, retry } = useResource(fetchRules)
  const usesPhotostream = known?.rules.some(({ action }) => action.kind.endsWith('photostream'))
  return (
    <SettingsScreen title={accountTexts.settings.rules} lead={texts.lead}>
      <LoadState isLoaded={known !== undefined} problem={problem} onRetry={retry} />
      {known && (
        <>
          {usesPhotostream && !known.hasPhotostream && (
            <p className={styles.warning}>{texts.noPhotostream}</p>
          )}
          <RuleList known={known} onSaved={setData} />
          <PresentPhotos known={known} />
        </>
      )}
    </SettingsScreen>
  )
}

const fetchRules = () => unwrap(signedIn(() => api.rules.$get()))
