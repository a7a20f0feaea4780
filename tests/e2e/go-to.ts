import type { Page, Response } from 'playwright/test'

/** Tries again if a dialog that has just closed was still removing its history entry. */
async function again<T>(navigate: () => Promise<T>): Promise<T> {
  try {
    return await navigate()
  } catch (error) {
    // That stops a navigation.
    if (!/ERR_ABORTED/.test(String(error))) throw error
    return navigate()
  }
}

/** Opens an address, also just after a dialog was closed. */
export const goTo = (page: Page, address: string): Promise<Response | null> =>
  again(() => page.goto(address))

/** Reloads the page, also just after a dialog was closed. */
export const reload = (page: Page): Promise<Response | null> => again(() => page.reload())
