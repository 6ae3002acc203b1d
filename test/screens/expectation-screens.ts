import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const FLAG = '/#/projects/default/features/checkout-redesign'
const EXPECTATIONS = '/api/halyard/expectations'
const place = { flag: 'checkout-redesign', environment: 'development' }

/** Creates expectations, if they are not there: one fails. */
async function expectSome(page: Page, url: string): Promise<void> {
  const all = [
    { name: 'nobody has it without a country', ...place, expect: { enabled: false, reason: 'disabled' } },
    { ...place, contexts: [{ userId: '7', country: 'NO' }], expect: { enabled: true } },
    { ...place, users: { count: 1000 }, expect: { enabled: true, share: 12, tolerance: 1 } },
  ]
  for (const data of all) await page.request.post(url + EXPECTATIONS, { data })
}

async function openFlag(page: Page, url: string): Promise<void> {
  await expectSome(page, url)
  await page.goto(url + FLAG)
  await page.getByRole('region', { name: 'Expectations' }).getByText('fails').first().waitFor()
}

/** Makes a flag that an expectation with a gate keeps on, and opens its page. */
async function openGated(page: Page, url: string, flag: string): Promise<void> {
  const features = '/api/admin/projects/default/features'
  await page.request.post(url + features, { data: { name: flag, description: 'It sends mail' } })
  const development = `${url}${features}/${flag}/environments/development`
  await page.request.post(`${development}/strategies`, { data: { name: 'default', parameters: {} } })
  await page.request.post(`${development}/on`)
  const data = {
    name: `mail goes out by ${flag}`,
    flag,
    environment: 'development',
    expect: { enabled: true },
  }
  await page.request.post(url + EXPECTATIONS, { data: { ...data, gate: 'refuse' } })
  await page.goto(`${url}/#/projects/default/features/${flag}`)
  await page.getByRole('region', { name: 'Expectations' }).getByText('refuses changes').waitFor()
}

/** Expectations of a flag. */
export const EXPECTATION_SCREENS: Screens = {
  'expectations of a flag': async (page, url) => {
    await openFlag(page, url)
    await page.getByRole('region', { name: 'Expectations' }).scrollIntoViewIfNeeded()
  },
  'an expectation, edited': async (page, url) => {
    await openFlag(page, url)
    await page.getByRole('button', { name: 'Edit nobody has it without a country' }).click()
    await page.getByRole('dialog', { name: 'Edit expectation' }).getByText('enabled').first().waitFor()
  },
  'an expectation with a gate': async (page, url) => {
    await openGated(page, url, 'kept-on')
    await page.getByRole('button', { name: 'Edit mail goes out by kept-on' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit expectation' })
    await editor.getByLabel('A change after which it fails').waitFor()
  },
  'a flag, stopped by an expectation': async (page, url) => {
    await openGated(page, url, 'stopped-by-an-expectation')
    await page.getByRole('switch', { name: /development/ }).click()
    const question = page.getByRole('dialog', { name: 'Not saved, because of an expectation' })
    await question.getByLabel('Reason').fill('incident 4711')
  },
  'a result, kept as an expectation': async (page, url) => {
    await openFlag(page, url)
    await page.getByLabel('Environment to explain').selectOption('development')
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.getByRole('button', { name: 'Add as expectation' }).click()
    await page.getByText('Expected: checkout-redesign in development').first().waitFor()
    await page
      .getByRole('button', { name: 'Delete checkout-redesign in development for userId=7', exact: true })
      .click()
    await page.getByText('Expectation deleted').first().waitFor()
  },
}
