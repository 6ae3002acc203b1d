import { existsSync } from 'node:fs'

import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** Features that Playwright turns off. Chromium uses the last of two lists, so ours has to include these. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Pages that Chromium prerenders for the address bar in each window: unseen, but two thirds of its cost. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Chromium without the parts that draw its own window, which cost a tenth; then the whole of it. */
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Finds Debian's Chromium, or Playwright's. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'], ...DEBIANS].find((file) => file && existsSync(file))
  const switches = [
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...ADDRESS_BAR_PAGES].join(',')}`,
  ]
  return chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

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

/** Fails with axe's findings against WCAG 2.2 AA and its best practices, within a page or with the shell around it. */
export async function expectAccessible(
  page: Page,
  name: string,
  { checked = 'everything', within = 'shell' }: { checked?: Checked; within?: 'shell' | 'page' } = {},
): Promise<void> {
  // once per page, not per check: there are no frames
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([exclude, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: ['html'], exclude },
        { resultTypes: ['violations'], ...options },
      ),
    [within === 'page' ? SHELL : [], OPTIONS[checked]] as const,
  )
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((one) => one.html).join(' | ')}`,
  )
  expect(found).toEqual([])
}
