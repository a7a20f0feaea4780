import { join } from 'node:path'

/**
 * The module to build in place of src/site/interface-bundle.ts (path → text): it imports the bundle
 * that renders pages, with the first page.
 */
export function embedServerBundle(root: string, bundle: string): Record<string, string> {
  const path = join(root, 'src/site/interface-bundle.ts')
  return { [path]: `export const importInterface = () => import(${JSON.stringify(bundle)})` }
}
