import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/**
 * Creates the signed-in user's own work, because a token created the rest of the sample. Runs once, whichever
 * screen is first.
 */
async function workAsMyself(page: Page, url: string): Promise<void> {
  const post = (path: string, data: object = {}) => page.request.post(`${url}/api/admin/${path}`, { data })
  const made = await post('projects', { id: 'field-trials', name: 'Field trials', mode: 'private' })
  if (!made.ok()) return
  const flags = [
    'faster-checkout',
    'seasonal-theme',
    'a-flag-with-a-rather-long-name-that-somebody-thought-would-help',
  ]
  for (const name of flags) await post('projects/default/features', { name })
  await post('projects/default/stale', { features: ['seasonal-theme'], stale: true })
  await post('projects/mobile/favorites')
}

async function goHome(page: Page, url: string): Promise<void> {
  await workAsMyself(page, url)
  await page.goto(`${url}/#/`)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  await page.getByRole('link', { name: 'faster-checkout' }).first().waitFor()
  await page.getByText('Latest changes').waitFor()
  await page.getByText('marked as stale').waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /failed actions?$/ })
    .waitFor()
}

/** Screens of the home page and of the list of projects. */
export const HOME_SCREENS: Screens = {
  home: goHome,
  'get started': async (page, url) => {
    await page.goto(`${url}/#/start`)
    await page.getByRole('button', { name: 'Load the demo' }).waitFor()
    await page.getByText('Waiting for your SDK').or(page.getByText('Connected:')).waitFor()
    await page.getByRole('region', { name: 'Installation' }).waitFor()
  },
  'projects, found': async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('pric')
    await page.getByText(/^1 of \d+ projects$/).waitFor()
  },
  'projects, none found': async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing like that')
    await page.getByText('No matching projects.').waitFor()
  },
  'settings of a private project': async (page, url) => {
    await page.goto(`${url}/#/projects/pricing/settings`)
    await page.getByText('with a custom root role can see it').waitFor()
  },
  // a name of maximum length, on the switch, in the question and on its button
  'enable in an environment with a long name': async (page, url) => {
    const long = `${'production-of-the-northern-countries-'.repeat(3).slice(0, 99)}1`
    const post = (path: string, data: object) => page.request.post(`${url}/api/admin/${path}`, { data })
    await post('environments', { name: long, type: 'production' })
    await post('projects/mobile/environments', { environment: long })
    await page.goto(`${url}/#/projects/mobile/features/dark-mode`)
    await page.getByRole('switch', { name: `Enable dark-mode in ${long}` }).click()
    await page.getByRole('button', { name: `Enable in ${long}` }).waitFor()
  },
  'a private project': async (page, url) => {
    await page.goto(`${url}/#/projects/pricing`)
    await page.getByRole('link', { name: 'new-price-list' }).waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
  },
}
