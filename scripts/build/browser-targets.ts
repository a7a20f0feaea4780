/** The oldest browsers that run the interface's scripts; others keep the server's page. */
export const oldestBrowsers = {
  chrome: 111,
  edge: 111,
  firefox: 113,
  safari: 16.4,
  safari_ios: 16.4,
} as const

/** The same for the bundler, which rewrites newer syntax and CSS. */
export const buildTargets = Object.entries(oldestBrowsers).map(
  ([browser, version]) => browser.replace('safari_ios', 'ios') + version,
)
