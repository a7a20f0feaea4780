import { expect, mock, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { openGallery, publicPhoto } from '../support/gallery.ts'

const bundle = join(import.meta.dir, '../../src/site/interface-bundle.ts')

test('a page that cannot be rendered is sent with its data and an empty root, and logged', async () => {
  await using gallery = await openGallery()
  const { photo } = await publicPhoto(gallery)
  const importInterface = async () => ({
    createRenderer: async () => () => {
      throw new Error('no such component')
    },
  })
  const { importInterface: real } = await import(bundle)
  mock.module(bundle, () => ({ importInterface }))
  const { renderPage } = await import('../../src/site/render.ts?failing' as string)
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const rendered = await renderPage(`/photo/${photo.id}?code=secret`, {} as never)
    expect(rendered).toBe('<div id="root"></div>')
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
