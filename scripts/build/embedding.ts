/**
 * The text of a module that exports `value` as `name`, in which each of the paths `sources`,
 * wherever it stands in the value, has become the path of that file inside the executable.
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
