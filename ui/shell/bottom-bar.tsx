import { useAtomValue } from 'jotai'
import { barTexts } from '../../src/contract/site/navigation.ts'
import type { PageName } from '../../src/contract/site/pages.ts'
import { usePhotostreamQuery } from '../catalogue/list/source.ts'
import { Link } from '../kit/components/Link.tsx'
import { initialData } from '../kit/initial-data.ts'
import { paths } from '../kit/paths.ts'
import { siteNameAtom, viewerAtom } from '../kit/state/viewer.ts'
import * as styles from './bottom-bar.css.ts'

export function BottomBar({ isDense }: { isDense: boolean }) {
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  const { isOwner } = useAtomValue(viewerAtom)
  const { hiddenPages = [] } = initialData()
  const isShown = (page: PageName) => isOwner || !hiddenPages.includes(page)
  // Other parts ask for the bar by its name.
  return (
    <footer className={`bottom-bar ${isDense ? styles.denseBar : styles.bar}`}>
      {(['about', 'resume'] as const).filter(isShown).map((page) => (
        <Link key={page} className={styles.link} to={paths[page]()}>
          {barTexts[page]}
        </Link>
      ))}
      <Link className={styles.home} dir="auto" to={paths.home(query)}>
        {name}
      </Link>
      <Link className={styles.link} to={paths.account()}>
        {barTexts.account}
      </Link>
    </footer>
  )
}
