import { ReadAgainSelection, ReadingPageQuery } from '../../../contract/photos/read-again.ts'
import { handle } from '../../../http/route.ts'
import { idParam, json, query } from '../../../http/validate.ts'
import type { ReadAgain } from './read-again.ts'

export const readAgainHandlers = ({ readAgain }: { readAgain: ReadAgain }) => ({
  one: handle(async (c) => c.json({ data: await readAgain.one(idParam(c)) })),
  start: handle(json(ReadAgainSelection), (c) =>
    c.json({ data: readAgain.start(c.req.valid('json')) }),
  ),
  get: handle((c) => c.json({ data: readAgain.get(idParam(c)) })),
  changes: handle(query(ReadingPageQuery), (c) =>
    c.json({ data: readAgain.changes(idParam(c), c.req.valid('query')) }),
  ),
  apply: handle((c) => c.json({ data: readAgain.apply(idParam(c)) })),
  cancel: handle((c) => c.json({ data: readAgain.cancel(idParam(c)) })),
})
