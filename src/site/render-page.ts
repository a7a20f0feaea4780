import type { InitialData } from '../contract/site/initial-data.ts'
import { stackOf, warn } from '../core/log.ts'
import { importInterface } from './interface-bundle.ts'

/** With an empty root, the browser renders the page itself. */
export const emptyRoot = '<div id="root"></div>'

type Renderer = (address: string, data: InitialData) => string

let loading: Promise<Renderer> | undefined

/**
 * Renders the page at a path and query to HTML, with the components that the browser hydrates. The
 * interface is imported with the first page, to keep startup fast and galleries used only through
 * the API small. Returns undefined after an error, which is logged.
 */
export async function renderPage(address: string, data: InitialData): Promise<string | undefined> {
  try {
    const render = await renderer()
    return render(address, data)
  } catch (error) {
    warn(`Could not render the page ${address.split('?')[0]}: ${stackOf(error)}`)
    return undefined
  }
}

function renderer(): Promise<Renderer> {
  loading ??= loadRenderer().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function loadRenderer(): Promise<Renderer> {
  const bundle = await importInterface()
  return bundle ? bundle.createRenderer() : () => emptyRoot
}
