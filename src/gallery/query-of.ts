import type { Store } from '../core/database/open.ts'

/** Prepares a store's queries, with the types of their rows and parameters. */
export const queryOf =
  ({ connection }: Pick<Store, 'connection'>) =>
  <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)
