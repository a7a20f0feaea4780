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
const { services } = Bun.YAML.parse(read('compose.yaml')) as {
  services: { vitrine: Service; caddy: Service }
}

test('Vitrine trusts exactly the proxy, which asks it where the image listens', () => {
  const { vitrine, caddy } = services
  const { inside } = caddy.networks as Record<string, { ipv4_address: string }>
  expect(vitrine.environment.VITRINE_TRUSTED_PROXIES).toBe(inside!.ipv4_address)
  const [, port] = /^EXPOSE (\d+)$/m.exec(read('Dockerfile')) ?? []
  expect(read('Caddyfile')).toContain(`reverse_proxy vitrine:${port}\n`)
})

test('only the proxy can be reached, and both root file systems are read-only', () => {
  expect(services.vitrine.ports).toBeUndefined()
  for (const service of Object.values(services)) {
    expect([service.read_only, service.tmpfs]).toEqual([true, ['/tmp']])
  }
})
