import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../docker')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Service = {
  read_only: boolean
  tmpfs: string[]
  ports?: string[]
  environment: Record<string, string>
  networks: string[] | Record<string, { ipv4_address: string }>
}
const { name, services, volumes } = Bun.YAML.parse(read('compose.yaml')) as {
  name: string
  volumes: Record<string, unknown>
  services: { vitrine: Service; caddy: Service }
}

test('Vitrine trusts exactly the proxy, which asks it where the image listens', () => {
  const { vitrine, caddy } = services
  const { inside } = caddy.networks as Record<string, { ipv4_address: string }>
  expect(vitrine.environment.VITRINE_TRUSTED_PROXIES).toBe(inside!.ipv4_address)
  const [, port] = /^EXPOSE (\d+)$/m.exec(read('Dockerfile')) ?? []
  expect(read('Caddyfile')).toContain(`reverse_proxy vitrine:${port}\n`)
})

test('the documents name the volume and the user of the image', () => {
  const document = (path: string) => readFileSync(join(folder, '..', path), 'utf8')
  expect(Object.keys(volumes)).toContain('data')
  for (const path of ['docs/install.md', 'docs/backup.md']) {
    const text = document(path)
    expect(text.match(/\bvitrine_\w+(?=[:`])/g)).toContain(`${name}_data`)
    const [, user] = /^USER (\d+):/m.exec(read('Dockerfile')) ?? []
    expect(text).toContain(`user ${user}`)
  }
})

test('only the proxy can be reached, and both root file systems are read-only', () => {
  expect(services.vitrine.ports).toBeUndefined()
  for (const service of Object.values(services)) {
    expect([service.read_only, service.tmpfs]).toEqual([true, ['/tmp']])
  }
})
