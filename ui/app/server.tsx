import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server.browser'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { InitialData } from '../../src/contract/site/initial-data.ts'
import { setInitialData } from '../kit/initial-data.ts'
import { renewStore, store } from '../kit/state/store.ts'
import { applyInitialData } from './apply-initial-data.ts'
import { loadScreens, routes } from './routes.tsx'

const root = '<div id="root">'

/** Loads the code of all screens first, so that pages can be rendered synchronously. */
export async function createRenderer() {
  await loadScreens(withChildren(routes))
  const { dataRoutes } = createStaticHandler(routes)

  /**
   * Renders the page at a path and query, to be read without JavaScript and hydrated by the browser.
   * Its state is created before and discarded afterwards, so pages share nothing.
   */
  return (address: string, data: InitialData): string => {
    renewStore()
    setInitialData(data)
    try {
      return renderRoot(dataRoutes, new URL(`http://localhost${address}`), data)
    } finally {
      renewStore()
      setInitialData(undefined)
    }
  }
}

function renderRoot(dataRoutes: RouteObject[], url: URL, data: InitialData): string {
  const matches = matchRoutes(dataRoutes, url) ?? []
  const { loaderData = {}, errors = null } = applyInitialData(data, matches.at(-1)?.route.id, url)
  const { pathname, search } = url
  const context = {
    basename: '/',
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches,
    loaderData,
    actionData: null,
    errors,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  } as unknown as StaticHandlerContext
  const html = renderToString(
    <div id="root">
      <StrictMode>
        <Provider store={store}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes as never, context)}
            context={context}
            hydrate={false}
          />
        </Provider>
      </StrictMode>
    </div>,
  )
  // React puts title and preloads first, but the document's head already has them.
  return html.slice(html.indexOf(root))
}

const withChildren = (list: readonly RouteObject[]): RouteObject[] =>
  list.flatMap((route) => [route, ...withChildren(route.children ?? [])])
