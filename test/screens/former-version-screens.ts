import type { Page } from 'playwright-core'

import { freePort } from '#support/runner/free-port.ts'
import type { Screens } from './screens.ts'

const LISTENERS = '/api/admin/listeners'
const FLAG = '/api/admin/projects/default/features/former-kind'
const FLAG_PAGE = '/#/projects/default/features/former-kind'

/** Screens of an instance that also answers as a version before 7, and of its traces. */
export const FORMER_VERSION_SCREENS: Screens = {
  'strategies of former versions': async (page, url) => {
    await portOfSix(page, url)
    await page.goto(`${url}/#/strategies`)
    await page.getByRole('button', { name: 'Reactivate gradualRolloutSessionId' }).waitFor()
  },
  'edit strategy of a former kind': async (page, url) => {
    await portOfSix(page, url)
    const { request } = page
    await request.post(`${url}/api/admin/projects/default/features`, { data: { name: 'former-kind' } })
    await request.post(`${url}${FLAG}/environments/development/strategies`, {
      data: { name: 'userWithId', parameters: { userIds: '7,8' } },
    })
    await page.goto(`${url}${FLAG_PAGE}`)
    await page.getByRole('button', { name: 'Edit strategy' }).first().click()
    await page.getByRole('dialog').getByLabel('userIds').waitFor()
  },
  'admin token of a former version': async (page, url) => {
    const data = { username: 'nightly automation', type: 'admin' }
    await page.request.post(`${await portOfSix(page, url)}/api/admin/api-tokens`, { data })
    await page.goto(`${url}/#/api-tokens`)
    await page.getByRole('button', { name: 'Delete nightly automation' }).waitFor()
  },
}

/** Gets the address that answers as version 6; opens the port at first use. */
async function portOfSix(page: Page, url: string): Promise<string> {
  const { listeners } = (await (await page.request.get(url + LISTENERS)).json()) as {
    listeners: { url: string }[]
  }
  const [open] = listeners
  if (open) return open.url
  const data = { port: await freePort(), contract: '6' }
  const added = (await (await page.request.post(url + LISTENERS, { data })).json()) as { url: string }
  return added.url
}
