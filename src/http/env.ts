import type { Server } from 'bun'
import type { RequestIdVariables } from 'hono/request-id'
import type { Viewer } from '../contract/viewer.ts'

/** What a request carries through the app. */
export type Env = {
  Bindings: { readonly server?: Server<unknown> }
  Variables: RequestIdVariables & {
    /** The network that limits count by: an IPv4 address or an IPv6 /48, see client-address.ts. */
    clientAddress: string
    viewer: Viewer
    /** Who is asking by now: while a request waits, a session may end or a code change. */
    viewerNow: () => Viewer
    /** True for an anonymous visitor with no code in the address: the response may be cached. */
    isPlainVisitor: boolean
  }
}
