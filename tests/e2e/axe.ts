import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'

/** The small build: sending the other one to the browser takes twice as long. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * axe's violations, one line per element. DevTools run it, so the page's policy stays unchanged, and
 * load it once per document, which takes as long as running it.
 * @param rules only those about colours, for a page whose other rules were checked in another theme
 */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Elements that are fading in lack contrast, and dialogs start to a frame later.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Infinity
    const ending = document.getAnimations().filter((animation) => !isEndless(animation))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (isColoursOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      // What passes need not be described.
      resultTypes: ['violations'],
      // Of its rules about colours, those of WCAG's levels A and AA, like all that axe runs by itself.
      ...(isColoursOnly && {
        runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
      }),
    })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary}`),
    )
  }, rules === 'colours')
}
