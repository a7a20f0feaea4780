import { ownerMark } from '../../src/contract/vocabulary.ts'
import { mark } from './OwnerMark.css.ts'

/** Tells the owner from guests of a similar name; the blank parts it from the name for readers. */
export const OwnerMark = () => (
  <>
    {' '}
    <span className={mark}>{ownerMark}</span>
  </>
)
