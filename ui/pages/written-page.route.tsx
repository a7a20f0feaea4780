import type { Page, PageName } from '../../src/contract/pages.ts'
import { api, unwrap } from '../api.ts'
import { WrittenPage } from './written-page.tsx'

/** What the owner wrote in the data folder. @throws ApiError */
const load = (page: PageName): Promise<Page> => unwrap(api.pages[':page'].$get({ param: { page } }))

const About = () => <WrittenPage name="about" />
const Resume = () => <WrittenPage name="resume" />

/** /about and /resume, loaded with their first visit. */
export const about = { loader: () => load('about'), Component: About }
export const resume = { loader: () => load('resume'), Component: Resume }
