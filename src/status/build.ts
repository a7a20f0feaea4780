import type { Clock } from '../clock.ts'
import type { Watch } from '../database/open.ts'
import { createReserve } from '../database/reserve.ts'
import type { Library } from '../images/library.ts'
import { createDamage } from './damage.ts'

/** What watches the database, which is opened after it. */
export function buildDamage(parts: {
  library: Library
  clock: Clock
  warn: (text: string) => void
}) {
  const damage = createDamage(parts)
  const reserve = createReserve(parts.library.reservePath, parts.library.renditionsPath)
  const watch: Watch = {
    beforeWrite: damage.beforeWrite,
    onError: damage.note,
    isDiskFull: damage.isDiskFull,
    releaseSpace: reserve.release,
  }
  return { damage, reserve, watch }
}
