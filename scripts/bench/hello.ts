/** The reference of start and rest: the smallest server of the same Bun and Hono. */
import { Hono } from 'hono'

const app = new Hono().get('*', (c) => c.json({ data: 'hello' }))
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
console.log(`hello at http://localhost:${server.port}`)
