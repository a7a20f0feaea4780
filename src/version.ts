import packageJson from '../package.json' with { type: 'json' }

/** This program's version, from package.json; the bundler writes it into the executable. */
export const version: string = packageJson.version
