/** The words and keyboards that password-strength.ts compares with; the build embeds them compressed. */
export async function readCommonPasswords() {
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common')
  return { dictionary, adjacencyGraphs }
}
