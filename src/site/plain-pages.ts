import { isAccountSetting, settingLabels } from '../contract/site/account-settings.ts'
import type { PageName } from '../contract/site/pages.ts'
import type { SitePage } from './document.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import type { SiteServices } from './site-services.ts'

/** A page that needs JavaScript and is rendered by the browser. */
function screenPage(
  services: SiteServices,
  request: PageRequest,
  { path, title }: { readonly path: string; readonly title: string },
): SitePage {
  const { siteName, isClaimed } = request.facts
  return {
    status: 200,
    title,
    description: `${title} – ${siteName}`,
    path,
    data: { ...commonData(services, request), isClaimed },
  }
}

export const setupPage: PageMaker<'setup'> = (services, request) =>
  screenPage(services, request, { path: '/setup', title: 'Setup' })

export const accountPage: PageMaker<'account'> = (services, request) =>
  screenPage(services, request, {
    path: request.url.pathname,
    title: accountTitle(request, request.parameters.setting),
  })

/** Of the screen that the owner sees; everyone else gets the login form. */
const accountTitle = ({ viewer }: PageRequest, setting = 'profile'): string =>
  viewer.isOwner && isAccountSetting(setting) ? settingLabels[setting] : 'Account'

/** Shows the account at its present address. */
export const userPage: PageMaker<'user'> = (services, request) => {
  const path = request.url.pathname
  const title = accountTitle(request, request.parameters.setting)
  const page = screenPage(services, request, { path, title })
  return { ...page, data: { ...page.data, address: path.replace('/user', '/account') } }
}

export const guestPage: PageMaker<'guest'> = (services, request) => ({
  ...screenPage(services, request, { path: '/guest', title: 'Guest' }),
  description: `Like and comment on photos at ${request.facts.siteName}`,
})

/** A page that the owner writes in Markdown. */
export const writtenPage =
  (name: PageName, title: string): PageMaker<PageName> =>
  async (services, request) => ({
    status: 200,
    title,
    description: `${title} – ${request.facts.siteName}`,
    path: `/${name}`,
    data: {
      ...commonData(services, request),
      page: await services.pages.get(name, request.viewer),
    },
  })

/** For what does not exist and what the viewer may not see. */
export const missingPage = (services: SiteServices, request: PageRequest): SitePage => ({
  status: 404,
  title: 'Not found',
  description: 'This page does not exist or is not public.',
  path: '/',
  data: { ...commonData(services, request), isMissing: true },
})
