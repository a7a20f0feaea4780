import type { Album } from '../../../../src/contract/albums/albums.ts'
import { underlined } from '../../../kit/components/Link.css.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { filledBy, gridOf } from './filled-by.ts'
import { ruleLine } from './styles.css.ts'
import { texts } from './texts.ts'

/** Tells the owner what fills the album, with a link to that filter. */
export function RuleLine({ rule = '' }: Pick<Album, 'rule'>) {
  return (
    <p className={ruleLine}>
      {texts.filter}{' '}
      <Link className={underlined} to={gridOf(rule)}>
        <bdi>{filledBy(rule)}</bdi>
      </Link>
    </p>
  )
}
