import { test as base, expect } from 'playwright/test'
import { fontsFile } from '../support/fonts.ts'
import type { Browser, Size } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { findFirefox, findWebKit } from './programs.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

export { expect }

type EngineName = 'firefox' | 'webkit'

/** Set by the projects of the Playwright configuration. */
export type EngineOptions = { engineName: EngineName }

/** The browser, or why it is not available. */
type Engine = { engine: Browser | string }

/** Starts a browser for the tests of one worker. */
async function startEngine(name: EngineName): Promise<Browser | string> {
  if (name === 'firefox') {
    const executable = findFirefox()
    return executable ? startFirefox(executable, fontsFile('wide')) : 'Firefox is not installed'
  }
  const programs = findWebKit()
  return programs
    ? startWebKit(programs, fontsFile('wide'))
    : 'WebKitWebDriver, its MiniBrowser or Xvfb is not installed'
}

/**
 * Playwright's test without Playwright's browsers. `newVisitor` opens a window for a new visitor.
 * Tests also fail if a page logs an error or has an uncaught one.
 */
export const test = base.extend<
  { newVisitor: (size?: Size) => Promise<Visitor> },
  EngineOptions & Engine
>({
  engineName: ['firefox', { scope: 'worker', option: true }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName)
      await use(engine)
      if (typeof engine !== 'string') await engine.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  newVisitor: async ({ engine }, use, testInfo) => {
    testInfo.skip(typeof engine === 'string', String(engine))
    if (typeof engine === 'string') return
    const visitors: Visitor[] = []
    await use(async (size = { width: 1280, height: 800 }) => {
      const visitor = createVisitor(await engine.openWindow(size))
      visitors.push(visitor)
      return visitor
    })
    const errors: string[] = []
    for (const visitor of visitors) {
      errors.push(...(await visitor.errors()))
      await visitor.close()
    }
    expect(errors).toEqual([])
  },
})
