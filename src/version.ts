import packageJson from '../package.json' with { type: 'json' }

/** From package.json; the bundler writes it into the executable. */
export const version: string = packageJson.version
