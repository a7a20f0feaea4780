import { parseSync, Visitor } from 'vite'

/**
 * Syntax in the first script that a browser with modules may not know. Such a browser is told to keep
 * the server's page by this script, which it must be able to parse.
 */
export function findNewSyntax(code: string): string[] {
  found.clear()
  new Visitor(newSyntax).visit(parseSync('entry.js', code).program)
  return [...found]
}

const found = new Set<string>()
const note = (name: string, isNew = true) => {
  if (isNew) found.add(name)
}
const newSyntax: ConstructorParameters<typeof Visitor>[0] = {
  ChainExpression: () => note('?.'),
  ImportExpression: () => note('import()'),
  ImportDeclaration: () => note('import'),
  MetaProperty: () => note('import.meta'),
  AwaitExpression: () => note('await'),
  PropertyDefinition: () => note('class fields'),
  PrivateIdentifier: () => note('private names'),
  LogicalExpression: ({ operator }) => note('??', operator === '??'),
  AssignmentExpression: ({ operator }) => note(operator, /^(?:&&|\|\||\?\?|\*\*)=$/.test(operator)),
  ObjectExpression: ({ properties }) =>
    note(
      '{...object}',
      properties.some(({ type }) => type === 'SpreadElement'),
    ),
  CatchClause: ({ param }) => note('catch without a binding', !param),
  Literal: (node) => {
    if ('bigint' in node) note('big integers')
    if ('regex' in node) note('regular expressions', /\(\?<|\\p\{/.test(node.regex.pattern))
  },
}
