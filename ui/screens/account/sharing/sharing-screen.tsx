import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { texts as accountTexts } from '../texts.ts'
import { SharingForm } from './form.tsx'
import { texts } from './texts.ts'

/** Who may use the gallery, and how. */
export default function SharingScreen() {
  const { data: sharing, setData, problem, retry } = useResource(fetchSharing)
  return (
    <SettingsScreen title={accountTexts.settings.sharing} lead={texts.lead}>
      <LoadState isLoaded={sharing !== undefined} problem={problem} onRetry={retry} />
      {sharing && <SharingForm sharing={sharing} onSave={setData} />}
    </SettingsScreen>
  )
}

const fetchSharing = () => unwrap(signedIn(() => api.sharing.$get()))
