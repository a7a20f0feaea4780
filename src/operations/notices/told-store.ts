import type { Store } from '../../core/database/open.ts'
import type { ToldProblem } from './compare-problems.ts'

export type ToldStore = ReturnType<typeof toldStore>

/** The problems of which the owner was told. Writes must be inside Store.note. */
export const toldStore = ({ connection }: Store) => ({
  all: () => connection.query<ToldProblem, []>('SELECT * FROM told_problem ORDER BY name').all(),
  replace: (told: readonly ToldProblem[]): void => {
    connection.run('DELETE FROM told_problem')
    const insert = connection.query<unknown, Record<string, string | number | null>>(
      `INSERT INTO told_problem (name, kind, text, advice, since, told_at, gone_at)
       VALUES ($name, $kind, $text, $advice, $since, $told_at, $gone_at)`,
    )
    for (const each of told) insert.run({ ...each })
  },
})
