import { existsSync } from 'node:fs'

import { chromium, type Browser } from 'playwright-core'

import { PATIENCE_MS } from '../runner/patience.ts'

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

/** Finds the Chromium of the variable, or Debian's. */
export const chromiumFile = (): string | undefined =>
  [process.env['CHROMIUM'], ...DEBIANS].find((file) => file && existsSync(file))

/** Finds Debian's Chromium, or Playwright's. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumFile()
  const switches = [
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...ADDRESS_BAR_PAGES].join(',')}`,
  ]
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    timeout: PATIENCE_MS,
  })
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}
