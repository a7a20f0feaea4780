import type { Page, PageName } from '../../src/contract/pages.ts'
import { api, unwrap } from '../api.ts'
import { readShellData } from '../shell-data.ts'
import { WrittenPage } from './written-page.tsx'

/** What the server brought with the first of these pages; told once. */
let brought = readShellData().page

/** What the owner wrote in the data folder. @throws ApiError */
function load(page: PageName): Page | Promise<Page> {
  const first = brought
  brought = undefined
  return first ?? unwrap(api.pages[':page'].$get({ param: { page } }))
}

const About = () => <WrittenPage name="about" />
const Resume = () => <WrittenPage name="resume" />

/** /about and /resume, loaded with their first visit. */
export const about = { loader: () => load('about'), Component: About }
export const resume = { loader: () => load('resume'), Component: Resume }
