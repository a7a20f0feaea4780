import { join } from 'node:path'
import { start } from './process.ts'
import type { Served } from './product.ts'

/** A minimal Hono server, built like Vitrine on first use: the reference for start, memory and CPU. */
export type HelloServer = {
  /** @returns the path of its executable. */
  readonly build: () => Promise<string>
  readonly serve: () => Promise<Served>
}

export function helloServer(folder: string): HelloServer {
  let built: Promise<string> | undefined
  const build = () => {
    built ??= buildHello(folder)
    return built
  }
  return {
    build,
    serve: async () => {
      const running = start([await build()])
      const [, port] = await running.line(/ at http:\/\/localhost:(\d+)/)
      return { running, port: Number(port), origin: `http://127.0.0.1:${port}` }
    },
  }
}

async function buildHello(folder: string): Promise<string> {
  const outfile = join(folder, 'hello')
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'hello.ts')],
    target: 'bun',
    minify: true,
    bytecode: true,
    format: 'esm',
    compile: { outfile },
  })
  return outfile
}
