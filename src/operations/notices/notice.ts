/** What the owner is told. */
export type Notice = {
  readonly id: string
  /** 'reminder': the problem was told a day ago and is still there; 'backup': a good one was made. */
  readonly event: 'problem' | 'reminder' | 'solved' | 'test' | 'backup'
  /** Of the problem: stays the same while it lasts. Older rows do not have it. */
  readonly name?: string
  /** Of the problem. */
  readonly kind: string
  readonly text: string
  /** What to do; empty if there is nothing to do. */
  readonly advice: string
  /** Since when there is the problem, in ms. */
  readonly since: number
  /** When the notice was written, in ms. */
  readonly at: number
}

/** Of the gallery that tells. */
export type Sender = { readonly name: string; readonly address: string }

/** The notice in one line, such as 'Solved: The disk is almost full.' */
export function titleOf({ event, text }: Notice): string {
  switch (event) {
    case 'solved':
      return `Solved: ${text}`
    case 'reminder':
      return `Still: ${text}`
    default:
      return text
  }
}
