import type { InitialData } from '../../src/contract/site/initial-data.ts'

let data: InitialData | undefined

/**
 * The data that the server sent with the page.
 * @throws Error if there is none, because the page is not from the server.
 */
export function initialData(): InitialData {
  data ??= readFromPage()
  return data
}

/** On the server, sets the data of the page to render; undefined afterwards. */
export function setInitialData(next: InitialData | undefined): void {
  data = next
}

function readFromPage(): InitialData {
  const text = document.getElementById('initial-data')?.textContent
  if (!text) throw new Error('the page has no initial data')
  return JSON.parse(text) as InitialData
}
