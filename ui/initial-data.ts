import type { InitialData } from '../src/contract/initial-data.ts'

let data: InitialData | undefined

/**
 * What the server sent with the page.
 * @throws Error when the page carries no such data: it did not come from the server.
 */
export function initialData(): InitialData {
  data ??= readFromPage()
  return data
}

/** On the server: what the page to be rendered starts with; undefined once it is rendered. */
export function setInitialData(next: InitialData | undefined): void {
  data = next
}

function readFromPage(): InitialData {
  const text = document.getElementById('initial-data')?.textContent
  if (!text) throw new Error('the page has no initial data')
  return JSON.parse(text) as InitialData
}
