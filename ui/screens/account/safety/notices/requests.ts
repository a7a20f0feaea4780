import type { NoticeChannelChange } from '../../../../../src/contract/site/notices.ts'
import { api, signedIn, unwrap } from '../../../../kit/api.ts'

// Every function throws an ApiError.

const { notices } = api.safety

export const fetchNotices = () => unwrap(signedIn(() => notices.$get()))

export const addChannel = (json: NoticeChannelChange) => unwrap(notices.$post({ json }))

export const changeChannel = (id: string, json: NoticeChannelChange) =>
  unwrap(notices[':id'].$put({ param: { id }, json }))

export const removeChannel = (id: string) => unwrap(notices[':id'].$delete({ param: { id } }))

/** Takes up to 15 seconds. */
export const testChannel = (id: string) => unwrap(notices[':id'].test.$post({ param: { id } }))
