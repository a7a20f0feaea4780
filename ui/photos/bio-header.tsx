import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { siteNameAtom, userAtom, viewerAtom } from '../state/viewer.ts'
import './bio-header.css.ts'
import { texts } from './texts.ts'

/** The owner's words above the photos; where there are none, the heading is for screen readers. */
export function BioHeader() {
  const { name, bio, pic } = useAtomValue(userAtom)
  const { isOwner } = useAtomValue(viewerAtom)
  const { showBio } = useAtomValue(uxConfigAtom)
  const siteName = useAtomValue(siteNameAtom)
  if (!showBio || !(name || bio || pic || isOwner)) {
    return <h1 className="visually-hidden">{siteName}</h1>
  }
  return (
    <section className="bio">
      {pic && <img src={pic} alt="" width="128" height="128" />}
      <div>
        <h1>{siteName}</h1>
        {bio && <p>{bio}</p>}
      </div>
      {isOwner && (
        <Link className="bio-link button-link" to={paths.account()}>
          {texts.account}
        </Link>
      )}
    </section>
  )
}
