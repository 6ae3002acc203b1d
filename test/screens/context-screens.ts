import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const FLAG = '/#/projects/default/features/checkout-redesign'
const APPLICATION = 'kiosk'

/** Sends contexts of a program that does several things wrong. The application among them registers, and counts its evaluations. */
async function sendContexts(page: Page, url: string, appName = APPLICATION): Promise<void> {
  const created = await page.request.post(`${url}/api/admin/api-tokens`, {
    data: { tokenName: 'kiosk', type: 'frontend', environment: 'development', projects: ['default'] },
  })
  const { secret } = (await created.json()) as { secret: string }
  const headers = { authorization: secret, 'unleash-sdk': 'unleash-proxy-client:3.8.2' }
  for (const query of ['', 'userId=undefined', 'userId=ann%40example.com', 'userId=7&country=Norway&hall=3'])
    await page.request.get(`${url}/api/frontend?appName=${appName}&${query}`, { headers })
  if (appName !== APPLICATION) return
  await page.request.post(`${url}/api/frontend/client/register`, {
    headers,
    data: { appName: APPLICATION, instanceId: 'browser', strategies: [], started: 0, interval: 0 },
  })
  const start = new Date().toISOString()
  await page.request.post(`${url}/api/frontend/client/metrics`, {
    headers,
    data: {
      appName: APPLICATION,
      instanceId: 'browser',
      bucket: { start, stop: start, toggles: { 'checkout-redesign': { yes: 1, no: 1 } } },
    },
  })
}

/** Screens of what is wrong with contexts: in the list of applications, in the panel of one, and at a constraint. */
export const CONTEXT_SCREENS: Screens = {
  'applications, contexts': async (page, url) => {
    await sendContexts(page, url)
    await page.goto(`${url}/#/applications`)
    await page.getByText(/things? wrong with the contexts that applications send/).click()
    await page.getByText('kiosk sends "undefined" as userId').waitFor()
  },
  'application, contexts': async (page, url) => {
    await sendContexts(page, url)
    await page.goto(`${url}/#/applications`)
    await page.getByRole('button', { name: APPLICATION, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('kiosk sends "undefined" as userId').waitFor()
    await dialog.getByText('How this was found').first().click()
    await dialog
      .getByText(/^It is wrong if/)
      .first()
      .waitFor()
  },
  'program that never registered': async (page, url) => {
    await sendContexts(page, url, 'door-sign')
    await page.goto(`${url}/#/applications`)
    await page.getByText(/evaluates? flags without registering/).click()
    await page.getByRole('button', { name: 'door-sign', exact: true }).click()
    await page.getByRole('dialog').getByText('door-sign sends "undefined" as userId').waitFor()
  },
  'segment on a field that nobody sends': async (page, url) => {
    await sendContexts(page, url)
    await page.goto(`${url}/#/segments`)
    await page.getByRole('button', { name: 'New segment' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Context field').fill('loyalty')
    await dialog.getByLabel('Context field').press('Enter')
    await dialog.getByText(/^No application has sent loyalty in .*development.* since/).waitFor()
  },
  'constraint on a field that nobody sends': async (page, url) => {
    await sendContexts(page, url)
    await page.goto(url + FLAG)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add constraint' }).click()
    await dialog.getByLabel('Context field').fill('loyalty')
    await dialog.getByLabel('Context field').press('Enter')
    await dialog.getByText(/^No application has sent loyalty since/).waitFor()
  },
}
