/**
 * Writes the lists of commands and settings in docs/configuration.md from the code: `bun
 * scripts/docs/configuration.ts`. A test checks that the page has them as they are in the code.
 */
import { join } from 'node:path'
import { configOptions } from '../../src/core/config/config.ts'

const root = join(import.meta.dir, '../..')
export const pagePath = join(root, 'docs/configuration.md')

/** The page with the lists between its markers made again. @throws if it lacks a marker. */
export function withLists(page: string): string {
  return [
    ['commands', commandList()],
    ['options', optionList()],
  ].reduce((text, [name, list]) => replaced(text, name!, list!), page)
}

function replaced(page: string, name: string, list: string): string {
  const start = `<!-- ${name}: written by scripts/docs/configuration.ts -->\n`
  const end = `\n<!-- end of ${name} -->`
  const from = page.indexOf(start) + start.length
  const to = page.indexOf(end, from)
  if (from < start.length || to < 0) throw new Error(`docs/configuration.md lacks ${name}`)
  return `${page.slice(0, from)}\n${list}${page.slice(to)}`
}

function optionList(): string {
  const rows = configOptions.map(({ flag, value, variables, fallback, help }) => {
    const [, meaning, noted] = /^(.*?)(?: \(default: (.*)\))?$/.exec(help)!
    return [
      flag ? code(`--${flag} ${value}`) : '(no flag)',
      variables.map(code).join(', '),
      fallback ? code(fallback) : (noted ?? ''),
      meaning!,
    ]
  })
  return table(['flag', 'environment variable', 'default', 'meaning'], rows)
}

/** As --help describes them: a line with the command's own flags, then what it does. */
function commandList(): string {
  const help = Bun.spawnSync([
    process.execPath,
    join(root, 'src/main.ts'),
    '--help',
  ]).stdout.toString()
  const lines = /^Commands:\n(.*?)\n\n/ms.exec(help)![1]!.split('\n')
  const commands: { usage: string; text: string }[] = []
  for (const line of lines) {
    const [, usage, text = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? []
    if (usage) commands.push({ usage, text })
    else commands.at(-1)!.text += ` ${line.trim()}`
  }
  return commands.map(({ usage, text }) => `- ${code(usage)}: ${text.trim()}\n`).join('')
}

const code = (text: string) => `\`${text}\``

/** As Biome formats it: the columns are as wide as their longest cell. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]!.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')
}

if (import.meta.main) await Bun.write(pagePath, withLists(await Bun.file(pagePath).text()))
