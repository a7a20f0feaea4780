import { Glob, which } from 'bun'
import type { WebKitPrograms } from './webkit.ts'

/** The Firefox to test with: FIREFOX, or the first in PATH that starts. */
export function findFirefox(): string | undefined {
  if (Bun.env.FIREFOX) return Bun.env.FIREFOX
  return ['firefox-esr', 'firefox'].map((name) => which(name)).find(starts) ?? undefined
}

/** Ubuntu's package, for example, is a script that only prints where to get Firefox. */
const starts = (path: string | null) =>
  path !== null &&
  Bun.spawnSync([path, '--version'], { stdout: 'ignore', stderr: 'ignore', timeout: 20_000 })
    .success

/** Distributions' paths of MiniBrowser below /usr; it is not in PATH. */
const miniBrowsers = [
  'lib/*/webkit2gtk-4.*/MiniBrowser',
  'lib*/webkit2gtk-4.*/MiniBrowser',
  'libexec/webkit2gtk-4.*/MiniBrowser',
]

export function findWebKit(): WebKitPrograms | undefined {
  const [driver, xvfb] = [which('WebKitWebDriver'), which('Xvfb')]
  const [miniBrowser] = miniBrowsers.flatMap((pattern) => [
    ...new Glob(pattern).scanSync({ cwd: '/usr', absolute: true }),
  ])
  return driver && xvfb && miniBrowser ? { driver, xvfb, miniBrowser } : undefined
}
