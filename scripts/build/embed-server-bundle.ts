import { join } from 'node:path'

/**
 * The module that replaces src/site/interface-bundle.ts in the build (path → text): it imports the
 * bundle that renders pages when the first page is requested.
 */
export function embedServerBundle(root: string, bundle: string): Record<string, string> {
  const path = join(root, 'src/site/interface-bundle.ts')
  return { [path]: `export const importInterface = () => import(${JSON.stringify(bundle)})` }
}
