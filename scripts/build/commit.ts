const digits = 10

/**
 * The beginning of the commit that the folder has checked out, or of `given`, by which a source
 * archive builds the same bytes. Undefined without git, and where the folder is not the top of its
 * repository: an archive unpacked in another project is none of its commits.
 * @throws Error if `given` is no hash.
 */
export function commitOf(
  root: string,
  given: string | undefined = process.env.VITRINE_COMMIT,
): string | undefined {
  if (given) {
    if (!/^[0-9a-f]{10,64}$/.test(given)) {
      throw new Error('VITRINE_COMMIT must be the hash of a commit.')
    }
    return given.slice(0, digits)
  }
  try {
    // The path from the folder up to the top comes first: an empty line at the top itself.
    const git = Bun.spawnSync(['git', 'rev-parse', '--show-cdup', 'HEAD'], { cwd: root })
    return new RegExp(`^\\n([0-9a-f]{${digits}})`).exec(git.stdout.toString())?.[1]
  } catch {
    return undefined
  }
}

/** For the bundler: what src/core/version.ts adds to the version. */
export const commitConstant = (commit: string | undefined): Record<string, string> =>
  commit === undefined ? {} : { VITRINE_COMMIT: JSON.stringify(commit) }
