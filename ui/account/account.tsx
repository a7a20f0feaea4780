import { Login } from './login.tsx'
import { SignedIn } from './signed-in.tsx'

/** /account: the owner's settings, or the way in. */
export function Account({ isOwner, name }: { isOwner: boolean; name: string }) {
  return isOwner ? <SignedIn name={name} /> : <Login />
}
