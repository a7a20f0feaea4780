// --secret-key-file: the key is not in the data folder.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSecretKey } from '../../src/core/secret-key.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { claim, ownerClient } from '../support/owner-client.ts'

setDefaultTimeout(60_000)

let folder: string
let data: string
let file: string
let key: Buffer
beforeEach(() => {
  folder = temporaryFolder()
  data = join(folder, 'data')
  file = join(folder, 'key')
  key = randomBytes(32)
  writeFileSync(file, key, { mode: 0o600 })
})
afterEach(clearAway)

const withKey = () => ['--secret-key-file', file]
const serveOnce = async (flags: string[]) => {
  const server = await startVitrine(data, { flags })
  const client = ownerClient(server, await claim(server))
  return { server, client }
}

describe('secret key', () => {
  test('a secret key outside the data folder is used, and none is made in the data folder', async () => {
    const { server, client } = await serveOnce(withKey())
    const album = { name: 'Family', description: '', coverPic: '' }
    const made = await client.send('POST', '/api/albums', album)
    const { data: answer } = (await made.json()) as { data: { id: string } }
    const code = { code: 'open sesame' }
    expect((await client.send('PUT', `/api/albums/${answer.id}`, code)).status).toBe(200)
    const opened = await fetch(`${server.address}/api/albums/${answer.id}?code=open+sesame`)
    const cookie = opened.headers.get('set-cookie') ?? ''
    const proofs = [0, 1, 2].map((changes) => {
      const text = `${answer.id} ${changes} ${code.code}`
      return `${answer.id}.${openSecretKey(file).sign('album grant', text)}`
    })
    expect(proofs.some((proof) => cookie.includes(proof))).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(existsSync(join(data, 'secret.key'))).toBe(false)
    expect(readFileSync(file).equals(key)).toBe(true)
    expect(server.printed()).not.toContain('may read')
  })

  test('a secret key outside the data folder can be named by a variable, and is needed by every command that uses the gallery', async () => {
    const environment = { VITRINE_SECRET_KEY_FILE: join(folder, 'missing') }
    for (const words of [['serve'], ['password'], ['import', folder]]) {
      const input = 'a long enough password'
      const { code, text } = await runCommand([...words, '--data', data], { environment, input })
      expect([words, code]).toEqual([words, 1])
      expect(text).toContain(`names a file that does not exist: ${join(folder, 'missing')}`)
      expect(text).toContain('openssl rand -out')
    }
    // A mistyped path leaves nothing behind that a later start would go on with.
    expect(existsSync(join(data, 'vitrine.db'))).toBe(false)
    expect(existsSync(join(data, 'secret.key'))).toBe(false)
  })

  test('a secret key outside the data folder is refused unless it is a regular file of 32 bytes', async () => {
    const attempt = async () => {
      const { code, text } = await runCommand(['serve', '--data', data, ...withKey()])
      expect(code).toBe(1)
      return text
    }
    writeFileSync(file, key.toString('hex'))
    expect(await attempt()).toContain('it has 64 bytes instead of 32')
    writeFileSync(file, '')
    expect(await attempt()).toContain('it has 0 bytes instead of 32')
    file = join(folder, 'folder')
    mkdirSync(file)
    expect(await attempt()).toContain('is not a file')
    file = '/dev/zero'
    expect(await attempt()).toContain('/dev/zero is not a file')
  })

  test('a secret key outside the data folder causes a warning while every user can read it, but not while its group can', async () => {
    for (const [mode, isWarned] of [
      [0o644, true],
      [0o640, false],
      [0o400, false],
    ] as const) {
      chmodSync(file, mode)
      const server = await startVitrine(data, { flags: withKey() })
      const warning = `may read the secret key. Change that: chmod o= ${file}`
      expect([mode, server.printed().includes(warning)]).toEqual([mode, isWarned])
      expect(await server.stop()).toBe(0)
    }
  })

  test('a secret key outside the data folder is in a backup with --include-secret, and a restore says whether it has the same one', async () => {
    const { server } = await serveOnce(withKey())
    expect(await server.stop()).toBe(0)
    const database = new Database(join(data, 'vitrine.db'))
    database.run("UPDATE drive SET refresh_token = x'01'")
    database.close()
    const backup = join(folder, 'backup')
    const words = ['backup', backup, '--data', data, '--include-secret']
    expect(await runCommand(words)).toMatchObject({ code: 1 })
    expect(await runCommand([...words, ...withKey()])).toMatchObject({ code: 0 })
    const [name] = readdirSync(join(backup, 'snapshots'))
    const inBackup = join(backup, 'snapshots', name!, 'secret.key')
    expect(readFileSync(inBackup).equals(key)).toBe(true)
    expect(statSync(inBackup).mode & 0o777).toBe(0o600)

    const restore = async (to: string, flags: string[]) => {
      const root = join(folder, to)
      const { code, text } = await runCommand(['restore', backup, '--data', root, ...flags])
      return { code, text, hasKey: existsSync(join(root, 'secret.key')) }
    }
    const plain = await restore('plain', [])
    expect(plain).toMatchObject({ code: 0, hasKey: true })
    expect(readFileSync(join(folder, 'plain', 'secret.key')).equals(key)).toBe(true)
    const same = await restore('same', withKey())
    expect(same).toMatchObject({ code: 0, hasKey: false })
    expect(same.text).toContain('Google Drive stays connected.')

    const other = join(folder, 'other')
    writeFileSync(other, randomBytes(32), { mode: 0o600 })
    const different = await restore('different', ['--secret-key-file', other])
    expect(different).toMatchObject({ code: 0, hasKey: false })
    expect(different.text).toContain(`The key in ${other} is not the one in the backup.`)
    expect(different.text).toContain('Google Drive has to be connected again')
    expect(different.text).not.toContain('stays connected')
    const missing = await restore('missing', ['--secret-key-file', join(folder, 'none')])
    expect(missing).toMatchObject({ code: 1, hasKey: false })
    expect(existsSync(join(folder, 'missing', 'vitrine.db'))).toBe(false)
  })
})
