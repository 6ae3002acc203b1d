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

/** Colours of axe, as its own declarations leave them out: red, green and blue follow these. */
interface Colour {
  r: number
  g: number
  b: number
  alpha: number
  parseString: (this: Colour, text: string) => Colour
}
type WithColours = typeof globalThis & { axe: { commons: { color: { Color: { prototype: Colour } } } } }

/**
 * Lets axe parse each text of a colour once. It parses it for every element, and for every layer under it: a sixth of its time. A text that it
 * cannot parse is not kept, and fails as before. `gallery.test.ts` compares the findings.
 */
function keepColours(): void {
  const { prototype } = (globalThis as WithColours).axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text)
    known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}

interface Check {
  checked?: Checked
  within?: 'shell' | 'page'
  /** False: axe as it is published, for comparing it with the one that keeps colours. */
  keepsColours?: boolean
}

/** Dialogs, menus and notices, beside the root of the window. A dialog covers the page, which has a check of its own. */
const ABOVE_PAGE = 'body > :not(#app)'

/** Asks axe about WCAG 2.2 AA and its best practices, within a page, or the dialog that covers it, or with the shell around it. */
export async function runAxe(
  page: Page,
  { checked = 'everything', within = 'shell', keepsColours = true }: Check = {},
): Promise<axe.AxeResults> {
  // once per page, not per check: there are no frames
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source)
    if (keepsColours) await page.evaluate(keepColours)
  }
  await endMotion(page)
  const modal = '[aria-modal="true"]'
  const isCovered =
    within === 'page' && (await page.locator(`:is(${ABOVE_PAGE}):is(${modal}, :has(${modal}))`).count()) > 0
  return page.evaluate(
    ([include, exclude, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: [include], exclude },
        // without what no rule reads: the style sheets, and where what was found stands
        { resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false, ...options },
      ),
    [isCovered ? ABOVE_PAGE : 'html', within === 'page' ? SHELL : [], OPTIONS[checked]] as const,
  )
}

/** Fails with axe's findings. */
export async function expectAccessible(page: Page, name: string, check: Check = {}): Promise<void> {
  const { violations } = await runAxe(page, check)
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((one) => one.html).join(' | ')}`,
  )
  expect(found, found.join('\n')).toEqual([])
}
