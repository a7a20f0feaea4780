import { useAtomValue } from 'jotai'
import { barTexts } from '../../src/contract/site/navigation.ts'
import { usePhotostreamQuery } from '../catalogue/list/source.ts'
import { Link } from '../kit/components/Link.tsx'
import { paths } from '../kit/paths.ts'
import { siteNameAtom } from '../kit/state/viewer.ts'
import * as styles from './bottom-bar.css.ts'

export function BottomBar({ isDense }: { isDense: boolean }) {
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  // Other parts ask for the bar by its name.
  return (
    <footer className={`bottom-bar ${isDense ? styles.denseBar : styles.bar}`}>
      <Link className={styles.link} to={paths.about()}>
        {barTexts.about}
      </Link>
      <Link className={styles.link} to={paths.resume()}>
        {barTexts.resume}
      </Link>
      <Link className={styles.home} dir="auto" to={paths.home(query)}>
        {name}
      </Link>
      <Link className={styles.link} to={paths.account()}>
        {barTexts.account}
      </Link>
    </footer>
  )
}
