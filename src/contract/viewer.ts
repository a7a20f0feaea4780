/** Who is asking, as every rule that depends on it is told. */
export type Viewer = {
  readonly isOwner: boolean
  /** The number of the verified guest; one browser may be owner and guest. */
  readonly guest?: number
  /** Numbers of the albums whose codes the request proves. */
  readonly grants: readonly number[]
}

/** A visitor without any session: what a shared cache may be given. */
export const plainVisitor: Viewer = { isOwner: false, grants: [] }
export const ownerViewer: Viewer = { isOwner: true, grants: [] }

/** Whether this is a visitor without a session or a proven code, like every other one. */
export const isAnonymous = ({ isOwner, guest, grants }: Viewer): boolean =>
  !isOwner && guest === undefined && grants.length === 0

/** As whom a member likes and comments: a guest's number, or null for the owner, who comes first. */
export const memberOf = ({ isOwner, guest }: Viewer): number | null => (isOwner ? null : guest!)

/** What the interface is told of who looks at it. */
export type ShownViewer = { readonly isOwner: boolean; readonly isGuest: boolean }
