import { useEffect, useState } from 'react'
import { ApiError, api, errorText } from '../../kit/api.ts'

/** Whether anyone with the address can open the page, as far as is known. */
export type Access = 'checking' | 'open' | 'closed' | { readonly problem: string }

/** Asks what the address alone gives, unless it is known: this browser's session may give more. */
export function useAccess(known: boolean | undefined, address: string, isOpen: boolean): Access {
  const [asked, setAsked] = useState<Access>('checking')
  const mustAsk = isOpen && known === undefined
  useEffect(() => {
    if (!mustAsk) return
    let isCurrent = true
    setAsked('checking')
    void accessOf(address).then((found) => isCurrent && setAsked(found))
    return () => {
      isCurrent = false
    }
  }, [address, mustAsk])
  if (known === undefined) return asked
  return known ? 'open' : 'closed'
}

async function accessOf(address: string): Promise<Access> {
  try {
    const { status } = await api.oembed.$get({ query: { url: address } })
    if (status === 404) return 'closed'
    if (status === 200) return 'open'
    throw new ApiError({ code: status, message: 'unexpected response' })
  } catch (error) {
    return { problem: errorText(error) }
  }
}
