import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import type { EngineOptions } from '../browsers/fixtures.ts'
import { fontsFile } from '../support/fonts.ts'

/** Recording every action would take a quarter of the time of all browser tests. */
const evidence = {
  trace: process.env.VITRINE_TRACE === '1' ? 'retain-on-failure' : 'off',
  screenshot: 'only-on-failure',
} as const

/** Without update checks and crash reports, so that all traffic comes from the test. */
const chromium = {
  ...evidence,
  launchOptions: {
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    env: { ...process.env, FONTCONFIG_FILE: fontsFile('both') },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live too briefly for optimized code: compiling it took a seventh of the processor.
      '--js-flags=--no-opt,--no-maglev',
    ],
  },
}

const long = ['layout', 'xss', 'hydration', 'map', 'returning', 'albums', 'signed-out'].map(
  (name) => `${name}.e2e.ts`,
)

export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  fullyParallel: false,
  // Each file has galleries of its own. A browser and a server keep about half a core busy, since
  // they often wait: for a frame, or for the next look at a page.
  workers: Math.min(3, availableParallelism() + 1),
  forbidOnly: Boolean(process.env.CI),
  // Generous limits for busy machines; nothing here measures time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: chromium,
  // In the order in which they start: the files that take longest come first, so that no worker is
  // left alone with one of them at the end.
  projects: [
    { name: 'chromium, long', testMatch: long },
    { name: 'webkit', testDir: '../browsers', use: { engineName: 'webkit' } },
    { name: 'firefox', testDir: '../browsers', use: { engineName: 'firefox' } },
    { name: 'chromium', testIgnore: long },
  ],
})
