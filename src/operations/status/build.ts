import type { Clock } from '../../core/clock.ts'
import type { Watch } from '../../core/database/open.ts'
import { createReserve } from '../../core/database/reserve.ts'
import type { Library } from '../../storage/library.ts'
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
