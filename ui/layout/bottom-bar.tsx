import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { usePhotostreamQuery } from '../state/photostream-query.ts'
import { siteNameAtom } from '../state/viewer.ts'
import * as styles from './navigation.css.ts'
import { texts } from './texts.ts'

export function BottomBar({ isDense }: { isDense: boolean }) {
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  const className = isDense ? `${styles.bottomBar} ${styles.denseBottomBar}` : styles.bottomBar
  return (
    <footer className={className}>
      <Link className={styles.bottomLink} to={paths.about()}>
        {texts.footer.about}
      </Link>
      <Link className={styles.bottomLink} to={paths.resume()}>
        {texts.footer.resume}
      </Link>
      <Link className={styles.bottomHome} to={paths.home(query)}>
        {name}
      </Link>
      <Link className={styles.bottomLink} to={paths.account()}>
        {texts.footer.account}
      </Link>
    </footer>
  )
}
