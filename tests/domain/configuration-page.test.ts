import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath, withLists } from '../../scripts/docs/configuration.ts'
import { configFlags, configVariables } from '../../src/core/config/config.ts'

const page = readFileSync(pagePath, 'utf8')

test('docs/configuration.md has the lists that scripts/docs/configuration.ts makes', () => {
  expect(page).toBe(withLists(page))
})

test('docs/configuration.md names every flag and variable', () => {
  const names = [...Object.keys(configFlags).map((flag) => `--${flag}`), ...configVariables]
  expect(names.filter((name) => !new RegExp(`\`${name}[ \`]`).test(page))).toEqual([])
})

test('docs/configuration.md names every command with its flags', () => {
  const source = readFileSync(join(import.meta.dir, '../../src/cli/command-line.ts'), 'utf8')
  const [, list] = /^const commandFlags = \{\n(.*?)^\}/ms.exec(source)!
  const commands = list!.split('\n').filter((line) => line.trim() !== '')
  expect(commands.length).toBeGreaterThan(8)
  for (const line of commands) {
    const [, command, flags] = /^ {2}(\w+): \{(.*)\},$/.exec(line)!
    const row = page.split('\n').find((row) => new RegExp(`^- \`${command}[ \`]`).test(row))
    expect(row, command).toBeDefined()
    for (const [, flag] of flags!.matchAll(/'?([a-z-]+)'?: \{/g)) {
      if (flag !== 'value') expect(row).toContain(`--${flag}`)
    }
  }
})
