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
