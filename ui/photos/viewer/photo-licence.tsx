import { useAtomValue } from 'jotai'
import type { Photo } from '../../../src/contract/photos.ts'
import { licenceAtom } from '../../state/licence.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** What the photo may be used for: its own terms, else the gallery's licence. */
export function PhotoLicence({ rights }: Pick<Photo, 'rights'>) {
  const licence = useAtomValue(licenceAtom)
  const { usageTerms, webStatement } = rights ?? {}
  const isOwn = usageTerms || webStatement
  const address = isOwn ? webStatement : licence.address
  const text = isOwn ? usageTerms || texts.terms : licence.name
  // A photo's metadata may contain anything.
  const isLink = address && /^https?:\/\//i.test(address)
  return isLink ? (
    <a className={styles.factLink} href={address} rel="license">
      <bdi>{text}</bdi>
    </a>
  ) : (
    <bdi>{usageTerms || webStatement || text}</bdi>
  )
}
