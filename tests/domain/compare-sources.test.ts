// What a listing of a source means for the gallery.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  type Change,
  type ComparedItem,
  compare,
  mustAsk,
  toRead,
} from '../../src/imports/folders/compare.ts'
import type { ListedItem, Listing } from '../../src/imports/folders/driver.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** A file whose content is a text; a real folder knows it by its path. */
const file = (path: string, content = path, says: Partial<ListedItem> = {}): ListedItem => ({
  ...{ item: path, path, bytes: content.length, version: `changed with ${content}` },
  ...{ md5: null, identity: `inode of ${path}`, changed: null, date: null, blockedBy: null },
  ...says,
})
const known = (path: string, says: Partial<ComparedItem> = {}): ComparedItem => {
  const { item, bytes, version, identity } = file(path)
  return {
    ...{ item, path, bytes, version, identity, changed: null },
    ...{ md5: md5(path), photoMd5: md5(path) },
    ...{ photo: `photo of ${path}`, isGone: false, failure: null },
    ...{ hiddenPhoto: null, isInTrash: false, isElsewhere: false },
    ...says,
  }
}
const whole = (items: ListedItem[], unreadable: string[] = []): Listing => ({
  ...{ kind: 'whole', items, gone: [], unreadable, cursor: null },
})
const options = { whenGone: 'trash', retriesFailed: false } as const
const summary = ({ changes }: { changes: readonly Change[] }) =>
  changes.map(({ kind, listed, from, photo, hides }) =>
    [kind, from && `${from.path} →`, listed.path, photo, hides ? 'hides' : null]
      .filter((part) => part !== null)
      .join(' '),
  )

const cases: [string, ComparedItem[], Listing, string[]][] = [
  ['nothing that is as it was', [known('a')], whole([file('a')]), []],
  ['a new file', [known('a')], whole([file('a'), file('b')]), ['new b']],
  ['changed content', [known('a')], whole([file('a', 'other')]), ['changed a photo of a']],
  [
    'a renamed file by its inode',
    [known('a')],
    whole([file('b', 'a', { identity: 'inode of a' })]),
    ['moved a → b photo of a'],
  ],
  [
    'a file on another disk by its md5',
    [known('a')],
    whole([file('b', 'a', { version: 'later', md5: md5('a') })]),
    ['moved a → b photo of a'],
  ],
  [
    'no rename if only name and time are the same',
    [known('a')],
    whole([file('b', 'a', { identity: 'another' })]),
    ['new b', 'gone a photo of a hides'],
  ],
  [
    'files that changed places',
    [known('a'), known('b')],
    whole([file('a', 'b', { identity: 'inode of b' }), file('b', 'a', { identity: 'inode of a' })]),
    ['moved b → a photo of b', 'moved a → b photo of a'],
  ],
  [
    'a file that took the place of another',
    [known('a'), known('b')],
    whole([file('b', 'a', { identity: 'inode of a' })]),
    ['moved a → b photo of a', 'gone b photo of b hides'],
  ],
  [
    'nothing in folders that cannot be read',
    [known('x/y/a'), known('b')],
    whole([], ['x']),
    ['gone b photo of b hides'],
  ],
  [
    'a file that is gone, but not the photo’s only one',
    [known('a'), known('b', { photo: 'photo of a', photoMd5: md5('a') })],
    whole([file('b')]),
    ['gone a photo of a'],
  ],
  ['a gone file that is still gone', [known('a', { isGone: true })], whole([]), []],
  [
    'a hidden photo whose file is back',
    [known('a', { isGone: true, photo: null, hiddenPhoto: 'photo of a' })],
    whole([file('a')]),
    ['new a photo of a'],
  ],
  [
    'nothing of a photo that was deleted here',
    [known('a', { photo: null })],
    whole([file('a', 'other')]),
    [],
  ],
  [
    'a conflict if the photo shows another version',
    [known('a', { photoMd5: md5('uploaded') })],
    whole([file('a', 'other')]),
    ['conflicting a photo of a'],
  ],
  [
    'a conflict if another file is the same photo',
    [known('a'), known('b', { photo: 'photo of a' })],
    whole([file('a', 'other'), file('b')]),
    ['conflicting a photo of a'],
  ],
  [
    'only what a list of changes tells',
    [known('a'), known('b'), known('c')],
    { ...whole([file('b', 'other')]), kind: 'changes', gone: ['c'] },
    ['changed b photo of b', 'gone c photo of c hides'],
  ],
  [
    'no failure again, unless it is asked for',
    [known('a', { photo: null, md5: null, failure: 'no JPEG' })],
    whole([file('a')]),
    [],
  ],
]

test.each(cases)('a comparison finds %s', (_, before, listing, expected) => {
  expect(summary(compare(before, listing, options))).toEqual(expected)
})

test('a comparison says that the photo of a conflict has another version in the gallery', () => {
  const before = [known('a', { photoMd5: md5('uploaded') })]
  const { changes } = compare(before, whole([file('a', 'other')]), options)
  expect(changes[0]!.reason).toBe(
    'the photo now shows a different version from the one this file had',
  )
})

test('a comparison hides nothing unless the owner wants that', () => {
  const found = compare([known('a')], whole([]), { ...options, whenGone: 'nothing' })
  expect(summary(found)).toEqual(['gone a photo of a'])
})

test('a comparison tries failed files again on request', () => {
  const before = [known('a', { photo: null, md5: null, failure: 'no JPEG' })]
  const found = compare(before, whole([file('a')]), { ...options, retriesFailed: true })
  expect(summary(found)).toEqual(['new a'])
})

test('a comparison asks the owner before it hides over a tenth of the photos', () => {
  expect([
    mustAsk(0, 0),
    mustAsk(1, 10),
    mustAsk(2, 10),
    mustAsk(1, 9),
    mustAsk(100, 1000),
  ]).toEqual([false, false, true, true, false])
})

test('a comparison counts photos hidden shortly before', () => {
  expect([mustAsk(1, 19, 1), mustAsk(1, 18, 1), mustAsk(1, 18, 2), mustAsk(0, 1, 9)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('any changes to a folder', () => {
  type Stored = { content: string; inode: number; changed: number }
  type Action =
    | { do: 'write'; path: string; content: string }
    | { do: 'rename' | 'copy to another disk' | 'swap'; path: string; to: string }
    | { do: 'remove' | 'touch'; path: string; to?: undefined }
  const path = fc.constantFrom('a', 'b', 'x/a', 'x/b', 'x/y/a')
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({
      do: fc.constant('write' as const),
      path,
      content: fc.constantFrom('one', 'two', 'three', 'fourth'),
    }),
    fc.record({
      do: fc.constantFrom('rename' as const, 'copy to another disk' as const, 'swap' as const),
      path,
      to: path,
    }),
    fc.record({ do: fc.constantFrom('remove' as const, 'touch' as const), path }),
  )

  /** A folder and a gallery that follows it, in memory. */
  function world() {
    let now = 0
    const files = new Map<string, Stored>()
    const items = new Map<string, ComparedItem>()
    const photos = new Map<string, string>()
    const put = (path: string, content: string, inode = now) =>
      files.set(path, { content, inode, changed: now })

    const act = (each: Action) => {
      now++
      const found = files.get(each.path)
      if (each.do === 'write') put(each.path, each.content, found?.inode)
      else if (!found) return
      else if (each.to === undefined) {
        if (each.do === 'remove') files.delete(each.path)
        else found.changed = now
      } else if (each.do === 'swap') {
        const other = files.get(each.to)
        if (!other) return
        files.set(each.to, found)
        files.set(each.path, other)
      } else if (each.to !== each.path) {
        files.delete(each.path)
        if (each.do === 'rename') files.set(each.to, found)
        else put(each.to, found.content)
      }
    }
    const list = (): Listing => {
      const listed = [...files].map(([at, { content, inode, changed }]) =>
        file(at, content, { version: String(changed), identity: String(inode) }),
      )
      const listing = whole(listed)
      const read = new Set(toRead([...items.values()], listing).map(({ item }) => item))
      const withMd5 = (each: ListedItem) =>
        read.has(each.item) ? { ...each, md5: md5(files.get(each.path)!.content) } : each
      return { ...listing, items: listed.map(withMd5) }
    }
    const sync = () => {
      now++
      const found = compare([...items.values()], list(), options)
      const save = (listed: ListedItem, photo: string | null) => {
        const { content } = files.get(listed.path)!
        const { item, path, bytes, version, identity } = listed
        items.set(item, {
          ...known(path),
          ...{ item, bytes, version, identity, photo, md5: md5(content), photoMd5: null },
        })
      }
      for (const listed of found.seen) save(listed, items.get(listed.item)!.photo)
      const moves = found.changes.filter(({ kind }) => kind === 'moved')
      const from = moves.map((change) => items.get(change.from!.item)!)
      for (const change of moves) items.delete(change.from!.item)
      for (const [index, { listed }] of moves.entries()) save(listed, from[index]!.photo)
      for (const { kind, listed, photo } of found.changes) {
        if (kind === 'moved') continue
        if (kind === 'gone') {
          const item = items.get(listed.item)
          if (item?.photo === photo) items.set(listed.item, { ...item, isGone: true })
          continue
        }
        const content = files.get(listed.path)!.content
        const same = [...photos].find(([, each]) => each === content)?.[0]
        const id = photo ?? same ?? `photo ${photos.size}`
        if (kind !== 'conflicting') photos.set(id, content)
        save(listed, id)
      }
      for (const item of items.values()) {
        const content = item.photo === null ? undefined : photos.get(item.photo)
        items.set(item.item, { ...item, photoMd5: content === undefined ? null : md5(content) })
      }
      return found
    }
    return { act, sync, files, items, photos }
  }

  const runs = { numRuns: 400 }

  test('a second comparison finds nothing to do', () => {
    fc.assert(
      fc.property(fc.array(fc.array(action, { maxLength: 6 }), { maxLength: 5 }), (rounds) => {
        const { act, sync } = world()
        for (const round of rounds) {
          round.forEach(act)
          sync()
          const again = sync()
          expect([summary(again), again.seen]).toEqual([[], []])
        }
      }),
      runs,
    )
  })

  test('every file has its photo, and no existing file is treated as deleted', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const { act, sync, files, items } = world()
        for (const each of actions) {
          act(each)
          sync()
          const live = [...items.values()].filter(({ isGone }) => !isGone)
          expect(live.map((item) => item.path).sort()).toEqual([...files.keys()].sort())
          expect(live.every(({ photo }) => photo !== null)).toBe(true)
        }
      }),
      runs,
    )
  })

  const withFiles = () => {
    const { act, sync, files, photos, items } = world()
    for (const [index, path] of ['a', 'x/a', 'x/y/a'].entries()) {
      act({ do: 'write', path, content: `content ${index}` })
    }
    sync()
    return { act, sync, files, photos, items }
  }
  const only = (...kinds: Action['do'][]) => action.filter((each) => kinds.includes(each.do))

  test('files that were renamed or swapped keep their photos', () => {
    fc.assert(
      fc.property(fc.array(only('rename', 'swap'), { maxLength: 20 }), (actions) => {
        const { act, sync, photos, files, items } = withFiles()
        const before = new Map(photos)
        for (const each of actions) act(each)
        const kinds = sync().changes.map(({ kind }) => kind)
        expect(kinds.filter((kind) => kind !== 'moved' && kind !== 'gone')).toEqual([])
        expect(photos).toEqual(before)
        for (const [path, { content }] of files) {
          expect(photos.get(items.get(path)!.photo!)).toBe(content)
        }
      }),
      runs,
    )
  })

  test('a folder copied elsewhere creates no photo', () => {
    fc.assert(
      fc.property(fc.array(only('touch'), { maxLength: 5 }), (actions) => {
        const { act, sync, photos, files } = withFiles()
        for (const each of actions) act(each)
        for (const path of [...files.keys()]) {
          act({ do: 'copy to another disk', path, to: `copy/${path}` })
        }
        expect(sync().changes.map(({ kind }) => kind)).toEqual(['moved', 'moved', 'moved'])
        expect(photos.size).toBe(3)
      }),
      runs,
    )
  })
})

describe('same size and time', () => {
  const before = known('a', { changed: '1' })
  const listed = (says: Partial<ListedItem>) => whole([file('a', 'a', { changed: '1', ...says })])
  const read = (from: ComparedItem, listing: Listing) =>
    toRead([from], listing).map(({ item }) => item)

  test.each([
    ['that was changed in place is read', before, listed({ changed: '2' }), ['a']],
    [
      'in whose place another was put is read',
      before,
      listed({ changed: '2', identity: 'x' }),
      ['a'],
    ],
    ['with another inode on a new connection is not read', before, listed({ identity: 'x' }), []],
    [
      'with another inode is read if nothing tells when it changed',
      known('a'),
      listed({ changed: null, identity: 'x' }),
      ['a'],
    ],
    ['that was known before this was told is not read', known('a'), listed({ changed: '2' }), []],
    [
      'that could not be imported is not read',
      { ...before, failure: 'bad' },
      listed({ changed: '2' }),
      [],
    ],
    ['that is as it was is not read', before, listed({}), []],
  ] as [string, ComparedItem, Listing, string[]][])(
    'a file of the same size and time: %s',
    (_, from, listing, expected) => {
      expect(read(from, listing)).toEqual(expected)
    },
  )

  test('a file of the same size and time has changed only if its content has', () => {
    const other = compare([before], listed({ changed: '2', md5: md5('other') }), options)
    expect(summary(other)).toEqual(['changed a photo of a'])
    const touched = compare([before], listed({ changed: '2', md5: md5('a') }), options)
    expect([summary(touched), touched.seen.length]).toEqual([[], 1])
    const same = compare([before], listed({}), options)
    expect([summary(same), same.seen.length]).toEqual([[], 0])
  })

  test('a file that could not be imported is tried again after any change', () => {
    const failed = known('a', { changed: '1', photo: null, md5: null, failure: 'is incomplete' })
    expect(summary(compare([failed], listed({ changed: '2' }), options))).toEqual(['new a'])
    expect(summary(compare([failed], listed({}), options))).toEqual([])
  })
})
