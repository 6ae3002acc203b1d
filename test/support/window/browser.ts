import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export { launchBrowser } from './launch-browser.ts'

/** Rules of axe that a theme can break. They take half of its time. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const WITHOUT_COLOURS = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]))

/** Part of a check: rules about colours, all others, or both. */
export type Checked = 'everything' | 'colours' | 'all but colours'

const OPTIONS: Record<Checked, axe.RunOptions> = {
  everything: {},
  colours: { runOnly: COLOUR_RULES },
  'all but colours': { rules: WITHOUT_COLOURS },
}

/** Elements around the pages of the window, the same on each: sidebar and status bar. */
const SHELL = ['nav[aria-label="Main"]', 'footer']

/** Ends what moves, but not what moves for ever: colours on their way to others are not those that one reads. */
const endMotion = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })

/** Fails with axe's findings against WCAG 2.2 AA and its best practices, within a page or with the shell around it. */
export async function expectAccessible(
  page: Page,
  name: string,
  { checked = 'everything', within = 'shell' }: { checked?: Checked; within?: 'shell' | 'page' } = {},
): Promise<void> {
  // once per page, not per check: there are no frames
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  await endMotion(page)
  const { violations } = await page.evaluate(
    ([exclude, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: ['html'], exclude },
        // without what no rule reads: the style sheets, and where what was found stands
        { resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false, ...options },
      ),
    [within === 'page' ? SHELL : [], OPTIONS[checked]] as const,
  )
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((one) => one.html).join(' | ')}`,
  )
  expect(found, found.join('\n')).toEqual([])
}
