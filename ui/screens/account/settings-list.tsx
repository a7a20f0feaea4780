import { useAtomValue } from 'jotai'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { type AccountSetting, accountGroups } from '../../../src/contract/site/account-settings.ts'
import { PendingCount } from '../../features/versions/pending-offer.tsx'
import * as styles from '../../kit/account/settings-frame.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { paths } from '../../kit/paths.ts'
import { attentionAtom, useAttention } from './attention.ts'
import { texts } from './texts.ts'

/** The account's screens in groups; those that need attention are marked. */
export function SettingsList({ current }: { current: string }) {
  useAttention(current)
  return (
    <nav className={styles.list} aria-label={texts.title}>
      {accountGroups.map(({ name, settings }) => (
        <Group key={name} name={name} settings={settings} current={current} />
      ))}
    </nav>
  )
}

type GroupProps = { name: string; settings: readonly AccountSetting[]; current: string }

function Group({ name, settings, current }: GroupProps) {
  const id = useId()
  return (
    <div className={styles.group}>
      <p className={styles.groupName} id={id}>
        {name}
      </p>
      <ul className={styles.entries} aria-labelledby={id}>
        {settings.map((setting) => (
          <li key={setting}>
            <Entry setting={setting} isCurrent={setting === current} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type EntryProps = { setting: AccountSetting; isCurrent: boolean }

/** Its title says why it is marked; for screen readers, that is the link's description. */
function Entry({ setting, isCurrent }: EntryProps) {
  const reason = useAtomValue(attentionAtom)[setting]
  return (
    <Link
      className={styles.entry}
      to={paths.account(setting)}
      aria-current={isCurrent ? 'page' : undefined}
      title={reason && texts.attention.mark(reason)}
    >
      {texts.settings[setting]}
      <PendingCount setting={setting} />
      {reason && (
        <TriangleAlert className={styles.mark} aria-hidden="true" size={16} strokeWidth={1.8} />
      )}
    </Link>
  )
}
