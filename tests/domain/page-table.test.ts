import { describe, expect, test } from 'bun:test'
import { matchRoutes } from 'react-router'
import { type PageId, pageIds, pageRules } from '../../src/contract/site/page-table.ts'
import { pageAddress, pageAt } from '../../src/site/page-address.ts'
import { pageMakers } from '../../src/site/page-makers.ts'

const id = '019b7ca9-9070-7314-b84e-9ff82474a522'
const values: Readonly<Record<string, string>> = { photoId: id, albumId: id, setting: 'profile' }

/** All addresses of a page's form: with and without a part that may be missing. */
function addressesOf(page: PageId): string[] {
  const { path } = pageRules[page]
  const whole = path.replace(/:(\w+)\??/g, (_, name) => values[name] ?? 'any%20word')
  return path.endsWith('?') ? [whole, whole.slice(0, whole.lastIndexOf('/'))] : [whole]
}

/** As the interface's routes are made (ui/app/routes.tsx). */
const routes = pageIds.map((page) => ({
  id: page,
  path: pageRules[page].path,
  caseSensitive: true,
}))
const routeIdAt = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.id

describe('table', () => {
  test('the table of pages gives the server and the interface’s router the same page for each address', () => {
    for (const page of pageIds) {
      for (const path of addressesOf(page)) {
        expect([path, pageAt(path)?.id]).toEqual([path, page])
        expect([path, routeIdAt(path)]).toEqual([path, page])
      }
    }
  })

  test('the table of pages has every page that the server makes', () => {
    expect(Object.keys(pageMakers).sort()).toEqual([...pageIds].sort())
  })

  test('the table of pages has no page at other addresses', () => {
    for (const path of [
      ...['/nothing', '/Photo', '/photo/', '//photo', '/photo/x', `/photo/${id}/x`, '/album/x'],
      ...[`/album/${id}/x`, `/album/${id}/${id}/x`, `/album//${id}`, '/lens/a/b', '/camera/a/b'],
      ...['/map/x', '/archive/x', '/guest/x', '/setup/x', '/account/x', '/account/profile/x'],
      ...['/user/x', '/resume/x', '/constructor', '/__proto__', '//'],
    ]) {
      expect([path, pageAt(path)]).toEqual([path, undefined])
    }
  })

  test('the table of pages names the varying parts of an address, decoded', () => {
    expect(pageAt('/keyword/caf%C3%A9')?.parameters).toEqual({ word: 'café' })
    expect(pageAt('/lens/%E0%A4%A')?.parameters).toEqual({ lensId: '' })
    expect(pageAt('/camera')?.parameters).toEqual({})
    expect(pageAt(`/album/${id}/${id}`)?.parameters).toEqual({ albumId: id, photoId: id })
  })

  test('the table of pages has the same parameters for pages whose paths begin alike', () => {
    for (const page of pageIds) {
      const start = pageRules[page].path.split('/')[1]
      const alike = pageIds.filter((other) => pageRules[other].path.split('/')[1] === start)
      const queries = new Set(alike.map((other) => pageRules[other].query?.join()))
      expect([page, queries.size]).toEqual([page, 1])
    }
  })

  test('the table of pages decides which parameters are part of a page’s address', () => {
    for (const page of pageIds) {
      const { query = [] } = pageRules[page]
      const asked = new URLSearchParams([...query, 'utm_source'].map((name) => [name, '1']))
      const { searchParams } = pageAddress(`http://localhost${addressesOf(page)[0]}?${asked}`)
      expect([page, [...searchParams.keys()]]).toEqual([page, [...query]])
    }
  })
})
