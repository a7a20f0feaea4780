import { useAtomValue } from 'jotai'
import { barTexts } from '../../src/contract/site/navigation.ts'
import { usePhotostreamQuery } from '../catalogue/list/source.ts'
import { Link } from '../kit/components/Link.tsx'
import { paths } from '../kit/paths.ts'
import { siteNameAtom } from '../kit/state/viewer.ts'
import './bottom-bar.css.ts'

export function BottomBar({ isDense }: { isDense: boolean }) {
  const name = useAtomValue(siteNameAtom)
  const query = usePhotostreamQuery()
  return (
    <footer className={isDense ? 'bottom-bar is-dense' : 'bottom-bar'}>
      <Link to={paths.about()}>{barTexts.about}</Link>
      <Link to={paths.resume()}>{barTexts.resume}</Link>
      <Link className="bottom-home" dir="auto" to={paths.home(query)}>
        {name}
      </Link>
      <Link to={paths.account()}>{barTexts.account}</Link>
    </footer>
  )
}
