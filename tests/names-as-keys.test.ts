// A name from outside, such as 'constructor', must not find what every object inherits. The types say
// which names are from outside: a text that is not one of a fixed set.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import {
  type AsExpression,
  type BinaryExpression,
  type ElementAccessExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/async'

const root = resolve(import.meta.dir, '..')
const helper = 'src/contract/own-value.ts'

let api: API
let project: Project
beforeAll(async () => {
  api = new API({ cwd: root })
  const snapshot = await api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] })
  project = snapshot.getProjects()[0]!
})
afterAll(() => api.close())

const wrappers = new Set([
  SyntaxKind.AsExpression,
  SyntaxKind.NonNullExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.SatisfiesExpression,
])

/** Without what only claims another type: a text is one, whatever it is said to be. */
const unwrapped = (node: Node): Node =>
  wrappers.has(node.kind) ? unwrapped((node as AsExpression).expression) : node

/** The expressions that are used as names: `text` in `table[text]` and in `text in table`. */
function namesIn(file: Node): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.ElementAccessExpression) {
      found.push((node as ElementAccessExpression).argumentExpression!)
    }
    const { operatorToken, left } = node as Partial<BinaryExpression>
    if (operatorToken?.kind === SyntaxKind.InKeyword) found.push(left!)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const anyText =
  TypeFlags.String |
  TypeFlags.Any |
  TypeFlags.Unknown |
  TypeFlags.TemplateLiteral |
  TypeFlags.StringMapping

async function isAnyText(type: Type): Promise<boolean> {
  const known = (await project.checker.getBaseConstraintOfType(type)) ?? type
  const members = known.isUnionType() ? await known.getTypes() : [known]
  return members.some(({ flags }) => (flags & anyText) !== 0)
}

/** As 'a.ts:12 expression'. */
async function textsAsNames(path: string): Promise<string[]> {
  const file = await project.program.getSourceFile(path)
  const names = file ? namesIn(file) : []
  if (!file || names.length === 0) return []
  const types = await project.checker.getTypeAtLocation(names.map(unwrapped))
  const found = await Promise.all(
    names.map(async (name, index) => {
      if (!(await isAnyText(types[index]!))) return []
      const { line } = file.getLineAndCharacterOfPosition(name.getStart(file))
      return [`${path.slice(root.length + 1)}:${line + 1} ${name.parent.getText(file)}`]
    }),
  )
  return found.flat()
}

test('no text is used as a key of an object, except in the helper that looks only at its own keys', async () => {
  const paths = project.program.getSourceFileNames()
  const own = (await paths).filter(
    (path) => path.startsWith(`${root}/src/`) || path.startsWith(`${root}/ui/`),
  )
  expect(own.length).toBeGreaterThan(500)
  const found: string[] = []
  for (const path of own) found.push(...(await textsAsNames(path)))
  expect(found.map((place) => place.split(':')[0])).toContain(helper)
  expect(found.filter((place) => !place.startsWith(`${helper}:`))).toEqual([])
}, 60_000)
