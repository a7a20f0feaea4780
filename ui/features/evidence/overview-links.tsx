import { NavLink } from '../../kit/components/Link.tsx'
import { paths } from '../../kit/paths.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const { label, cameras, lenses, keywords, archive } = texts.overviews

/** Leads from each overview of the gallery to the others. */
export function OverviewLinks() {
  return (
    <nav className={styles.overviews} aria-label={label}>
      <NavLink className={styles.overview} to={paths.cameras()}>
        {cameras}
      </NavLink>
      <NavLink className={styles.overview} to={paths.lenses()}>
        {lenses}
      </NavLink>
      <NavLink className={styles.overview} to={paths.keywords()}>
        {keywords}
      </NavLink>
      <NavLink className={styles.overview} to={paths.archive()}>
        {archive}
      </NavLink>
    </nav>
  )
}
