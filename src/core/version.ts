import packageJson from '../../package.json' with { type: 'json' }

/** Defined by scripts/build/commit.ts in an executable that was built from a commit. */
declare const VITRINE_COMMIT: string | undefined

const commit = typeof VITRINE_COMMIT === 'undefined' ? '' : `+${VITRINE_COMMIT}`

/** From package.json, and the commit as semantic versioning writes it: 0.1.0+9a9790d1b2. */
export const version: string = packageJson.version + commit
