/**
 * The text of a module that exports `value` as `name`. Wherever one of the paths in `sources`
 * occurs in the value, it becomes the path of that file inside the executable.
 */
export function embedding(name: string, value: object, sources: string[]): string {
  let text = JSON.stringify(value)
  const imports = sources.map((source, index) => {
    const quoted = JSON.stringify(source)
    text = text.replaceAll(quoted, `file${index}`)
    return `import file${index} from ${quoted} with { type: 'file' }`
  })
  return [...imports, `export const ${name} = ${text}`].join('\n')
}
