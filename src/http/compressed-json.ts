import type { Context, TypedResponse } from 'hono'
import { bodyOf, chooseEncoding, compressedResponse, encodedOnce } from './encoding.ts'
import type { Env } from './env.ts'

/** While a slow client reads, only the compressed bytes stay in memory. */
export function compressedJson<T>(
  c: Context<Env>,
  data: T,
): Response & TypedResponse<{ data: T }, 200, 'json'> {
  const plain = new TextEncoder().encode(JSON.stringify({ data }))
  const accepted = c.req.header('accept-encoding')
  const encoding = chooseEncoding(accepted)
  const body = { ...bodyOf(plain), ...(encoding && { [encoding]: encodedOnce(plain, encoding) }) }
  const response = compressedResponse(body, accepted, {
    'Content-Type': 'application/json',
  })
  return response as Response & TypedResponse<{ data: T }, 200, 'json'>
}
