/** The licences to choose from; the address is the text of the licence. */
const choices = {
  'all-rights-reserved': { name: 'All rights reserved' },
  'cc-by': commons('BY', 'Attribution'),
  'cc-by-sa': commons('BY-SA', 'Attribution, share alike'),
  'cc-by-nc': commons('BY-NC', 'Attribution, non-commercial'),
  'cc-by-nc-sa': commons('BY-NC-SA', 'Attribution, non-commercial, share alike'),
  'cc-by-nd': commons('BY-ND', 'Attribution, no derivatives'),
  'cc-by-nc-nd': commons('BY-NC-ND', 'Attribution, non-commercial, no derivatives'),
  cc0: {
    name: 'CC0 1.0',
    meaning: 'No rights reserved',
    address: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
} as const satisfies Record<string, Licence & { readonly meaning?: string }>

/** What a photo may be used for, and the address of the licence's text, if it has one. */
export type Licence = { readonly name: string; readonly address?: string }

export type LicenceId = keyof typeof choices
export const licenceIds = Object.keys(choices) as [LicenceId, ...LicenceId[]]

export function licenceOf(id: LicenceId): Licence {
  const { name, ...others } = choices[id]
  return 'address' in others ? { name, address: others.address } : { name }
}

/** 'CC BY-SA 4.0 (Attribution, share alike)'. */
export function licenceLabel(id: LicenceId): string {
  const choice = choices[id]
  return 'meaning' in choice ? `${choice.name} (${choice.meaning})` : choice.name
}

function commons<Terms extends string>(terms: Terms, meaning: string) {
  const path = terms.toLowerCase()
  return {
    name: `CC ${terms} 4.0`,
    meaning,
    address: `https://creativecommons.org/licenses/${path}/4.0/`,
  }
}
