import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const HALF_AN_HOUR_MS = 1_800_000
const FLAG = 'checkout-redesign'

/** Turns a flag on in development for half an hour. */
async function turnOnForAWhile(page: Page, url: string): Promise<void> {
  const until = new Date(Date.now() + HALF_AN_HOUR_MS).toISOString()
  await page.request.post(
    `${url}/api/halyard/projects/default/features/${FLAG}/environments/development/schedule`,
    { data: { enabled: true, until } },
  )
}

/** Screens of scheduled changes that are due within the hour: on the flag's page, on Home, and in their list. */
export const DUE_SOON_SCREENS: Screens = {
  'flag, way back soon': async (page, url) => {
    await turnOnForAWhile(page, url)
    await page.goto(`${url}/#/projects/default/features/${FLAG}`)
    await page
      .getByText(/Goes back to off in\s+development\s+in \d+ minutes/)
      .first()
      .waitFor()
  },
  'home, way back soon': async (page, url) => {
    await turnOnForAWhile(page, url)
    await page.goto(`${url}/#/`)
    await page
      .getByText(/^in \d+ minutes, by admin in Default, development$/)
      .first()
      .waitFor()
  },
  'change requests, due soon': async (page, url) => {
    await turnOnForAWhile(page, url)
    await page.goto(`${url}/#/change-requests/soon`)
    await page.getByText(`Turn ${FLAG} off again`).first().waitFor()
  },
}
