import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { pagePath, withLists } from '../../scripts/docs/configuration.ts'
import { commandFlags } from '../../src/cli/command-line.ts'
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
  const commands = Object.entries(commandFlags)
  expect(commands.length).toBeGreaterThan(8)
  for (const [command, flags] of commands) {
    const row = page.split('\n').find((row) => new RegExp(`^- \`${command}[ \`]`).test(row))
    expect(row, command).toBeDefined()
    for (const flag of Object.keys(flags)) expect(row).toContain(`--${flag}`)
  }
})
