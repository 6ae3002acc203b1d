import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/** The screens of what versions of the service changed, and of the way from one to another. */
export const VERSION_SCREENS: Screens = {
  versions: async (page, url) => {
    await page.goto(`${url}/#/versions`)
    await page.getByText('PostgreSQL 15 or later').waitFor()
  },
  doctor: async (page, url) => {
    await page.goto(`${url}/#/doctor`)
    await page
      .getByLabel('Token, URL or error')
      .fill(`GET ${url}/client/features returned status code 404 your SDK is most likely misconfigured`)
    await page.getByRole('button', { name: 'Examine' }).click()
    await page.getByRole('region', { name: 'How it works: Go' }).waitFor()
  },
  agents: async (page, url) => {
    await page.goto(`${url}/#/agents`)
    await page.getByLabel('What it may do').selectOption('Try writes only')
    await page.getByRole('region', { name: 'Settings', exact: true }).getByText('mode=dry-run').waitFor()
    await page.getByRole('cell', { name: 'Roll a flag out' }).waitFor()
  },
  'versions, found': async (page, url) => {
    await page.goto(`${url}/#/versions`)
    await page.getByLabel('From').fill('6.10')
    await page.getByLabel('to', { exact: true }).fill('7')
    await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('endpoint removed')
    await page.getByText('12 changes').waitFor()
  },
  'upgrade report': async (page, url) => {
    await callWhatGoes(page, url)
    await page.goto(`${url}/#/versions/calls`)
    await page.getByLabel('From').fill('6')
    await page.getByText('nightly clean-up').first().waitFor()
  },
  'upgrade report by application': async (page, url) => {
    await callWhatGoes(page, url)
    await page.goto(`${url}/#/versions/calls`)
    await page.getByLabel('From').fill('6')
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('application')
    await page.getByRole('heading', { name: 'nightly clean-up' }).waitFor()
  },
  'upgrade report, nothing concerned': async (page, url) => {
    await callWhatGoes(page, url)
    await page.goto(`${url}/#/versions/calls`)
    await page.getByLabel('From').fill('3')
    await page.getByLabel('to', { exact: true }).fill('3.1')
    await page.getByRole('button', { name: 'Show all versions' }).waitFor()
  },
  'upgrade report, to be forgotten': async (page, url) => {
    await callWhatGoes(page, url)
    await page.goto(`${url}/#/versions/calls`)
    await page.getByRole('button', { name: 'Clear report' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear report' }).waitFor()
  },
  'upgrade planner, read from the instance': async (page, url) => {
    await page.goto(`${url}/#/versions/planner`)
    await page.getByLabel('Target version').fill('8.2')
    await page.getByRole('button', { name: 'Read from this instance' }).click()
    await page
      .getByText('Upgrade unleash-client-node 6.9.6')
      .or(page.getByText('PostgreSQL to 15'))
      .first()
      .waitFor()
  },
  'upgrade planner': async (page, url) => {
    await page.goto(`${url}/#/versions/planner`)
    await page.getByLabel('Current version').fill('4.20')
    await page.getByLabel('Instances').selectOption('several')
    await page.getByRole('textbox', { name: 'PostgreSQL' }).fill('12')
    await page.getByRole('textbox', { name: 'Edge proxies' }).fill('19.0')
    await page.getByLabel('Client SDKs').fill('unleash-client:3.21.0')
    await page.getByText('Upgrade PostgreSQL to 14 or later').waitFor()
  },
}

/** Calls of a script that later versions do not answer as before. */
async function callWhatGoes(page: Page, url: string): Promise<void> {
  const headers = { 'unleash-appname': 'nightly clean-up', 'user-agent': 'scripts/1.2.3' }
  await page.request.get(`${url}/api/admin/archive/features/default`, { headers })
  await page.request.get(`${url}/api/admin/search/features?archived=IS:true`, { headers })
  const agent = `clean-up/4.5.6 (${'a very long name of a program that says much of itself '.repeat(2)})`
  await page.request.get(`${url}/api/admin/projects/default/health-report`, {
    headers: { 'user-agent': agent },
  })
}
