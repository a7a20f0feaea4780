import { atom } from 'jotai'
import type { Licence } from '../../../src/contract/site/licences.ts'

/** Of photos without terms of their own; sent with the page. */
export const licenceAtom = atom<Licence>({ name: '' })
