import { expect, mock, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { openGallery, publicPhoto } from '../support/gallery.ts'

const bundle = join(import.meta.dir, '../../src/site/interface-bundle.ts')

test('an error while a page is rendered is logged without its share code', async () => {
  await using gallery = await openGallery()
  const { photo } = await publicPhoto(gallery)
  const importInterface = async () => ({
    createRenderer: async () => () => {
      throw new Error('no such component')
    },
  })
  const { importInterface: real } = await import(bundle)
  mock.module(bundle, () => ({ importInterface }))
  const { renderPage } = await import('../../src/site/render-page.ts?failing' as string)
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const rendered = await renderPage(`/photo/${photo.id}?code=secret`, {} as never)
    expect(rendered).toBeUndefined()
    expect(log).toHaveBeenCalledTimes(1)
    const [line] = log.mock.calls[0] as [string]
    expect(line).toContain(`Could not render the page /photo/${photo.id}`)
    expect(line).toContain('no such component')
    expect(line).not.toContain('secret')
  } finally {
    log.mockRestore()
    mock.module(bundle, () => ({ importInterface: real }))
  }
})

test('a page that could not be rendered has its data and an empty root, until the next request', async () => {
  await using gallery = await openGallery({ sharedPages: 60 })
  const { photo } = await publicPhoto(gallery)
  const path = join(import.meta.dir, '../../src/site/render-page.ts')
  const { renderPage, emptyRoot } = await import(path)
  const page = async () => {
    const response = await gallery.asVisitor().get(`/photo/${photo.id}`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const caching = text.includes('<div id="root"></div>') ? 'private' : 'public'
    expect(response.headers.get('cache-control')).toStartWith(caching)
    return text
  }
  mock.module(path, () => ({ emptyRoot, renderPage: async () => undefined }))
  try {
    const text = await page()
    expect(text).toContain('<div id="root"></div>')
    expect(text).toContain(`"id":"${photo.id}"`)
  } finally {
    mock.module(path, () => ({ emptyRoot, renderPage }))
  }
  expect(await page()).not.toContain('<div id="root"></div>')
})
