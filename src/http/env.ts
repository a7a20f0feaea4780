import type { Server } from 'bun'
import type { Viewer } from '../contract/viewer.ts'

/** What a request carries through the app. */
export type Env = {
  Bindings: { readonly server?: Server<unknown> }
  Variables: {
    requestId: string
    /** The address limits count by, read from X-Forwarded-For for trusted proxies alone. */
    clientAddress: string
    viewer: Viewer
    /** Who is asking by now: sessions end and codes change while a long answer is sent. */
    viewerNow: () => Viewer
    /** True for a visitor without any session: the answer may come from the shared cache. */
    isPlainVisitor: boolean
  }
}
