/**
 * Makes sure that sharp can load. Replaced by scripts/build.ts with src/cli/native-sharp.ts; run
 * from source, sharp finds its files in node_modules.
 */
export async function openNativeAddon(): Promise<void> {}
