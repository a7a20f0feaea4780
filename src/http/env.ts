import type { Server } from 'bun'
import type { Viewer } from '../contract/people/viewer.ts'
import type { SharedResponse } from './encoding.ts'

/** What a request’s connection can tell. */
export type Connection = Pick<Server<unknown>, 'requestIP' | 'timeout'>

export type Env = {
  Bindings: { readonly server?: Connection }
  Variables: {
    /** In the log, and in the response's X-Request-Id. */
    requestId: string
    /** The network that rate limits count by, see client-address.ts. */
    clientAddress: string
    /** The client's whole address for the log; undefined if a trusted proxy does not say. */
    address: string | undefined
    /**
     * Set while requests are observed. A streamed response calls it, and what it returns at the
     * end of the stream, with the bytes sent and whether they are all.
     */
    onStream?: () => (bytes: number, isWhole: boolean) => void
    /** Set once the request has waited for its client's turn, see take-turns.ts. */
    hasTurn?: boolean
    /**
     * Reports damage found after the response has begun.
     * @returns undefined if the error is no damage.
     */
    noteDamage?: (error: unknown) => object | undefined
    /** See local-address.ts. */
    isLocal: boolean
    viewer: Viewer
    /**
     * The viewer at this moment: while a request waits, a session may end, or a code may change.
     */
    viewerNow: () => Viewer
    /**
     * The response's body, if it is at hand as a whole: the response cache need not read it from the
     * response again, which takes 4 % of the time of a page of a list.
     */
    wholeBody?: Uint8Array<ArrayBuffer>
    /** Set by the response cache if the response can be sent again, see known-answers.ts. */
    shared?: SharedResponse
    /** Whether everyone may get this response: the visitor is anonymous, and the address has no code. */
    mayBeCached: boolean
    /**
     * A visitor who has nothing but this request's address: neither a session nor a grant, only the
     * album code in the address. Feeds and embedded pages show what this visitor may
     * see, even to the owner.
     */
    addressViewer: () => Viewer
  }
}
