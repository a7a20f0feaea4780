import type { ChangeKind } from '../../../../src/contract/imports/source-words.ts'
import type {
  ApplyRequest,
  NewSource,
  Plan,
  Source,
  SourceChange,
} from '../../../../src/contract/imports/sources.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'

// Every function throws an ApiError.

export const listSources = (): Promise<Source[]> => unwrap(signedIn(() => api.sources.$get()))

export const addSource = (source: NewSource): Promise<Source> =>
  unwrap(api.sources.$post({ json: source }))

export const changeSource = (id: string, change: SourceChange): Promise<Source> =>
  unwrap(api.sources[':id'].$put({ param: { id }, json: change }))

/** @returns the sources that are left. */
export const removeSource = (id: string): Promise<Source[]> =>
  unwrap(api.sources[':id'].$delete({ param: { id } }))

/** With `preview`, it is only compared. */
export const syncSource = (id: string, preview = false): Promise<Source> =>
  unwrap(api.sources[':id'].sync.$post({ param: { id }, json: { preview } }))

export const stopSource = (id: string): Promise<Source> =>
  unwrap(api.sources[':id'].cancel.$post({ param: { id } }))

export const applyPlan = (id: string, answer: ApplyRequest): Promise<Source> =>
  unwrap(api.sources[':id'].apply.$post({ param: { id }, json: answer }))

/** A page of what the latest comparison found. */
export const planOf = (
  id: string,
  query: { kind?: ChangeKind; limit: string; offset?: string },
): Promise<Plan> => unwrap(signedIn(() => api.sources[':id'].plan.$get({ param: { id }, query })))
