/** The reference for start and memory at rest: a minimal server with the same Bun and Hono. */
import { Hono } from 'hono'

const app = new Hono().get('*', (c) => c.json({ data: 'hello' }))
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
console.log(`hello at http://localhost:${server.port}`)
