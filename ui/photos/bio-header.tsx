import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from '../components/Link.tsx'
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
  // A picture at another site may be gone: without it the words stand alone.
  const [missing, setMissing] = useState<string>()
  if (!showBio || !(name || bio || pic || isOwner)) {
    return <h1 className="visually-hidden">{siteName}</h1>
  }
  return (
    <section className="bio">
      {pic && pic !== missing && (
        <img src={pic} alt="" width="128" height="128" onError={() => setMissing(pic)} />
      )}
      <div>
        <h1 dir="auto">{siteName}</h1>
        {bio && <p dir="auto">{bio}</p>}
      </div>
      {isOwner && (
        <Link className="bio-link button-link" to={paths.account()}>
          {texts.account}
        </Link>
      )}
    </section>
  )
}
