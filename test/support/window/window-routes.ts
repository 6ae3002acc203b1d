import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'

/** Every route of the window, from its own table: a new page is looked at without a line in a test. */
export const WINDOW_ROUTES = [
  ...readFileSync('src-renderer/shell/routes.ts', 'utf8').matchAll(/^ {2}'(\/[^']*)':/gm),
].map((match) => match[1] ?? '')

/** Waits until what the page reads is there: nothing of it changes any more. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const words = () => page.getByRole('main').innerHTML()
  let before = ''
  for (let now = await words(); now !== before; now = await words()) {
    before = now
    await page.waitForTimeout(500)
  }
}
