import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every screen needs, in one file: by itself the bundler parts it by who else imports it, into
 * dozens of small files that are slower to fetch and larger together.
 */
function isInFrame(path: string): boolean {
  const library = /\/node_modules\/(react|react-dom|scheduler|react-router|jotai)\//
  const own = /\/ui\/(state\/|paths\.ts|api\.ts|shell-data\.ts|early-keys\.ts)/
  return library.test(path) || own.test(path)
}

export default defineConfig(({ command }) => {
  // A build started by a test (NODE_ENV=test) would else carry React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [react(), vanillaExtractPlugin()],
    build: {
      outDir: '../dist/ui',
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // The policy of the pages allows no data: address for styles, scripts and fonts.
      assetsInlineLimit: 0,
      // One small file for every page: a screen that comes later never waits for its styles.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'frame', test: isInFrame }] } },
      },
    },
  }
})
