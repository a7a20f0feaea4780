import type { Server } from 'bun'
import type { RequestIdVariables } from 'hono/request-id'
import type { Viewer } from '../contract/viewer.ts'

export type Env = {
  Bindings: { readonly server?: Server<unknown> }
  Variables: RequestIdVariables & {
    /** The network that rate limits count by, see client-address.ts. */
    clientAddress: string
    viewer: Viewer
    /** The viewer at this moment: while a request waits, a session may end or a code change. */
    viewerNow: () => Viewer
    /** An anonymous visitor without a code in the address, whose response may be cached. */
    isAnonymousVisitor: boolean
  }
}
