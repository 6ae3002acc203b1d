import type { Page } from 'playwright-core'

import { openMore } from './open-more.ts'
import type { Screens } from './screens.ts'

const FLAG = '/#/projects/default/features/checkout-redesign'
const noteIn = (page: Page) => page.getByRole('dialog').getByRole('status')

/** Screens of the blast radius, wherever a change is saved, and of the data kept for it. */
export const BLAST_RADIUS_SCREENS: Screens = {
  'blast radius of a strategy': async (page, url) => {
    await page.goto(url + FLAG)
    await page.getByRole('button', { name: 'Edit strategy 3' }).first().click()
    const dialog = page.getByRole('dialog')
    await noteIn(page)
      .getByText(/No effect on (the )?\d+ contexts/)
      .waitFor()
    await dialog.getByLabel('Rollout', { exact: true }).fill('5')
    await noteIn(page)
      .getByText(/turn off/)
      .waitFor()
    await noteIn(page).getByRole('button').click()
    await dialog.getByRole('region', { name: 'Affected contexts' }).getByText('on, variant').first().waitFor()
  },
  'blast radius of production': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/search-ranking`)
    await page.getByRole('switch', { name: /production/ }).click()
    await noteIn(page)
      .getByText(/turn off/)
      .waitFor()
    await noteIn(page).getByRole('button').click()
    await page.getByText('is disabled in this environment').first().waitFor()
  },
  'blast radius of a segment': async (page, url) => {
    await page.goto(`${url}/#/segments`)
    await page.getByRole('button', { name: 'Edit Beta testers' }).click()
    await noteIn(page)
      .getByText(/contexts? seen in 24 h/)
      .waitFor()
  },
  'blast radius of archiving': async (page, url) => {
    await openMore(page, url + FLAG, 'Archive')
    await noteIn(page)
      .getByText(/turn off/)
      .waitFor()
    await noteIn(page).getByRole('button').click()
    await page.getByText('checkout-redesign in development').first().waitFor()
  },
  'blast radius of a change request': async (page, url) => {
    await page.goto(`${url}/#/projects/default/change-requests`)
    await page.getByRole('link', { name: 'Roll out the new checkout' }).click()
    const note = page.getByText(/^Of \d+ contexts seen in 24 h/)
    await note.click()
    await page.getByRole('region', { name: 'Affected contexts' }).waitFor()
  },
  'seen contexts': async (page, url) => {
    await page.goto(`${url}/#/seen-contexts`)
    await page.getByRole('cell', { name: 'production' }).waitFor()
  },
  'forget seen contexts': async (page, url) => {
    await page.goto(`${url}/#/seen-contexts`)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('dialog').getByText("This can't be undone").waitFor()
  },
  'no seen contexts': async (page, url) => {
    await page.goto(`${url}/#/seen-contexts`)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('No contexts seen yet').waitFor()
  },
  // after the contexts were deleted
  'blast radius of nothing seen': async (page, url) => {
    await page.goto(url + FLAG)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    // without recent contexts, an icon that explains it when opened
    await page.getByRole('dialog').getByTitle('No contexts seen in 24 h').press('Enter')
    await page.getByRole('dialog').getByText('No contexts seen in 24 h').waitFor()
  },
}
