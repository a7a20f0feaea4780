/** What @standard-community/standard-json uses of zod's core, see compile.ts. */
export { toJSONSchema } from 'zod'
