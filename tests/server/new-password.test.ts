// Setting the password from outside: `vitrine password` and VITRINE_PASSWORD(_FILE).
import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const folders: string[] = []
const running: Bun.Subprocess[] = []

afterEach(async () => {
  for (const process of running.splice(0)) {
    process.kill('SIGKILL')
    await process.exited
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  folders.push(folder)
  return folder
}

function start(words: string[], environment: Record<string, string>, input = '') {
  const child = Bun.spawn([process.execPath, join(root, 'src/main.ts'), ...words], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), ...environment },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  return child
}

async function run(words: string[], environment: Record<string, string> = {}, input = '') {
  const child = start(words, environment, input)
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, errors }
}

async function serve(data: string, environment: Record<string, string>): Promise<string> {
  const child = start(['serve', '--data', data, '--port', '0'], environment)
  const { value } = await child.stdout.getReader().read()
  return new TextDecoder().decode(value)
}

const hashIn = (data: string) => {
  const database = new Database(join(data, 'vitrine.db'))
  try {
    return database.query<{ hash: string }, []>('SELECT password_hash hash FROM owner').get()!.hash
  } finally {
    database.close()
  }
}

test('vitrine password rejects a weak password with the reason and confirms a good one', async () => {
  const data = join(await newFolder(), 'data')
  const change = (password: string) => run(['password', '--data', data], {}, `${password}\n`)
  const weak = await change('password123')
  expect(weak).toEqual({
    code: 1,
    out: '',
    errors:
      'vitrine: password must be harder to guess: it is one of the most common passwords; try several unrelated words; nothing was changed.\n',
  })
  expect(hashIn(data)).toBeNull()
  const good = await change(' correct horse battery ')
  expect(good).toEqual({
    code: 0,
    out: `Password of the gallery in ${data} changed. The owner is signed out in every browser; guests stay signed in.\n`,
    errors: '',
  })
  expect(await Bun.password.verify(' correct horse battery ', hashIn(data))).toBe(true)
}, 20_000)

test.each(['VITRINE_PASSWORD', 'VITRINE_PASSWORD_FILE'])(
  'a new weak %s ends the start with one line and exit code 2',
  async (variable) => {
    const folder = await newFolder()
    const data = join(folder, 'data')
    await writeFile(join(folder, 'password'), 'qwertyuiop\n')
    const value = variable.endsWith('FILE') ? join(folder, 'password') : 'qwertyuiop'
    const stopped = await run(['serve', '--data', data, '--port', '0'], { [variable]: value })
    expect(stopped.code).toBe(2)
    expect(stopped.out).toBe('')
    expect(stopped.errors).toMatch(
      new RegExp(
        `^vitrine: The password in ${variable} was rejected: password must be harder to guess: [^\\n]+\\.\\n$`,
      ),
    )
    expect(stopped.errors).not.toContain('qwertyuiop')
    expect(hashIn(data)).toBeNull()
    // The folder is free again, and a good password is accepted.
    expect(await serve(data, { VITRINE_PASSWORD: 'correct horse battery' })).toContain('is serving')
  },
  20_000,
)

test('a warning says when a variable will change a new password again, and when it has', async () => {
  const folder = await newFolder()
  const data = join(folder, 'data')
  const file = join(folder, 'password')
  await writeFile(file, 'correct horse battery\n')
  const environment = { VITRINE_PASSWORD_FILE: file }
  const change = (password: string) =>
    run(['password', '--data', data], environment, `${password}\n`)
  expect((await change('correct horse battery')).out).not.toContain('VITRINE_PASSWORD')
  expect((await change('another good horse')).out).toContain(
    'VITRINE_PASSWORD_FILE contains another password: a server that starts with it sets that one again.',
  )
  const child = start(['serve', '--data', data, '--port', '0'], environment)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk)
    if (printed.includes('The password was')) break
  }
  expect(printed).toContain('The password was set again from VITRINE_PASSWORD_FILE')
}, 20_000)

test('a weak VITRINE_PASSWORD that was set before is still accepted', async () => {
  const data = join(await newFolder(), 'data')
  await run(['password', '--data', data], {}, 'correct horse battery\n')
  const database = new Database(join(data, 'vitrine.db'))
  database.run('UPDATE owner SET password_hash = ?', [await Bun.password.hash('password123')])
  database.close()
  const before = hashIn(data)
  expect(await serve(data, { VITRINE_PASSWORD: 'password123' })).toContain('is serving')
  expect(hashIn(data)).toBe(before)
}, 20_000)
