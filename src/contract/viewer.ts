/** Who is asking, as every rule that depends on it is told. */
export type Viewer = {
  readonly isOwner: boolean
}

/** A visitor without any session: what a shared cache may be given. */
export const plainVisitor: Viewer = { isOwner: false }
export const ownerViewer: Viewer = { isOwner: true }
