import { ownerMark } from '../../../src/contract/people/names.ts'
import { mark } from './OwnerMark.css.ts'

/** Distinguishes the owner from guests with a similar name; the space is for screen readers. */
export const OwnerMark = () => (
  <>
    {' '}
    <span className={mark}>{ownerMark}</span>
  </>
)
