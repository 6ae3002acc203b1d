import type { Screens } from './screens.ts'

/** The screens of what versions of the service changed, and of the way from one to another. */
export const VERSION_SCREENS: Screens = {
  versions: async (page, url) => {
    await page.goto(`${url}/#/versions`)
    await page.getByText('PostgreSQL 15 or later').waitFor()
  },
  'versions, found': async (page, url) => {
    await page.goto(`${url}/#/versions`)
    await page.getByLabel('From').fill('6.10')
    await page.getByLabel('to', { exact: true }).fill('7')
    await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('endpoint removed')
    await page.getByText('12 changes').waitFor()
  },
  'upgrade report': async (page, url) => {
    const headers = { 'unleash-appname': 'nightly clean-up', 'user-agent': 'scripts/1.2.3' }
    await page.request.get(`${url}/api/admin/archive/features/default`, { headers })
    await page.request.get(`${url}/api/admin/projects/default/health-report`)
    await page.goto(`${url}/#/versions/calls`)
    await page.getByText('nightly clean-up').waitFor()
  },
  'further ports': async (page, url) => {
    const { port } = new URL(url)
    // the first is taken: by the instance itself
    for (const [at, contract, strict] of [
      [port, '5', null],
      [String(Number(port) + 1000), '6.9', '8'],
    ] as const)
      await page.request.post(`${url}/api/admin/listeners`, { data: { port: Number(at), contract, strict } })
    await page.goto(`${url}/#/versions/ports`)
    await page.getByText('8.2.0').waitFor()
  },
  'further port, new': async (page, url) => {
    await page.goto(`${url}/#/versions/ports`)
    await page.getByRole('button', { name: 'Listen on another port' }).first().click()
    await page.getByLabel('Port', { exact: true }).fill('4300')
    await page.getByLabel('Answers as version').fill('6')
    await page.getByText('This is 6.10.1').waitFor()
  },
  'upgrade planner': async (page, url) => {
    await page.goto(`${url}/#/versions/planner`)
    await page.getByLabel('Runs now').fill('4.20')
    await page.getByLabel('Instances').selectOption('several')
    await page.getByRole('textbox', { name: 'PostgreSQL' }).fill('12')
    await page.getByRole('textbox', { name: 'Edge proxies' }).fill('19.0')
    await page.getByLabel('Client SDKs').fill('unleash-client:3.21.0')
    await page.getByText('Upgrade PostgreSQL to 14 or later').waitFor()
  },
}
