import { basename, dirname, join } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { barIcons, iconStroke } from './layout/icons.ts'

type ModuleInfo = { readonly importedIds: readonly string[] }
type Chunk = { readonly name: string; readonly facadeModuleId?: string | null }
type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * What the first screen imports goes into one file: by itself the bundler parts it by who else
 * imports it, into dozens of small files that are slower to fetch and larger together.
 */
function firstScreen() {
  const app = join(import.meta.dirname, 'app.tsx')
  const entry = join(import.meta.dirname, 'main.ts')
  let reached: Set<string> | undefined
  const reach = (id: string, context: Context, found = new Set<string>()) => {
    if (found.has(id)) return found
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      reach(imported, context, found)
    }
    return found
  }
  return (id: string, context: Context): string | null => {
    // What the entry shares with it stays apart: the entry must not wait for the first screen.
    reached ??= reach(app, context).difference(reach(entry, context))
    return id !== app && reached.has(id) ? 'frame' : null
  }
}

/** Every screen's file is route.tsx, so that its chunk has the folder's name as well. */
function nameWithFolder({ name, facadeModuleId }: Chunk): string {
  const isRoute = name === 'route' && facadeModuleId
  const folder = isRoute ? `${basename(dirname(facadeModuleId))}-` : ''
  return `assets/${folder}[name]-[hash].js`
}

/** Draws the bars' icons into index.html, where the server finds them for its pages. */
const drawIcons = (): Plugin => ({
  name: 'draw-icons',
  transformIndexHtml: (page) => {
    const icons = Object.entries(barIcons).map(([name, Icon]) => {
      const size = name === 'search' ? 16 : 20
      const icon = createElement(Icon, { 'aria-hidden': true, size, strokeWidth: iconStroke })
      return `<template data-icon="${name}">${renderToStaticMarkup(icon)}</template>`
    })
    return page.replace('<!--icons-->', icons.join('\n    '))
  },
})

export default defineConfig(({ command }) => {
  // A build started by a test (NODE_ENV=test) would else carry React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [react(), vanillaExtractPlugin(), drawIcons()],
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
        output: {
          chunkFileNames: nameWithFolder,
          codeSplitting: {
            groups: [
              // Entry and first screen both have it, so it stands apart from the latter.
              { name: 'preload', test: /preload-helper/, priority: 2 },
              { name: firstScreen(), debugName: 'frame', priority: 1 },
            ],
          },
        },
      },
    },
  }
})
