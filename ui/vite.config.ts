import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    },
  }
})
