export type Viewer = {
  readonly isOwner: boolean
  /** Row id of the verified guest; one browser may be both owner and guest. */
  readonly guest?: number
  /** Row ids of the albums whose codes the request proves. */
  readonly grants: readonly number[]
}

/** A visitor without a session or a code; responses for them may be cached. */
export const anonymousVisitor: Viewer = { isOwner: false, grants: [] }
export const ownerViewer: Viewer = { isOwner: true, grants: [] }

export const isAnonymous = ({ isOwner, guest, grants }: Viewer): boolean =>
  !isOwner && guest === undefined && grants.length === 0

/** A guest's row id, or null for the owner, who takes precedence. */
export const memberOf = ({ isOwner, guest }: Viewer): number | null => (isOwner ? null : guest!)

export type ShownViewer = { readonly isOwner: boolean; readonly isGuest: boolean }
