import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const API = '/api/admin/projects/default/features'

/** Creates two experiments of one group, and a flag that shares it. */
async function createExperiments(page: Page, url: string): Promise<void> {
  for (const [name, type, rollout] of [
    ['price-test', 'experiment', '50'],
    ['banner-test', 'experiment', '20'],
    ['new-footer', 'release', '80'],
  ]) {
    await page.request.post(url + API, { data: { name, type } })
    const at = `${url}${API}/${name}/environments/production`
    const parameters = { rollout, groupId: 'homepage', stickiness: 'default' }
    await page.request.post(`${at}/strategies`, { data: { name: 'flexibleRollout', parameters } })
    if (type === 'experiment') await page.request.post(`${at}/on`)
  }
}

/** Screens of rollouts that share their users: in the strategy editor, and of the project. */
export const OVERLAP_SCREENS: Screens = {
  'strategy that shares its users': async (page, url) => {
    await createExperiments(page, url)
    await page.goto(`${url}/#/projects/default/features/price-test`)
    await page
      .getByRole('button', { name: /^Edit strategy/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('This experiment is not independent of banner-test').waitFor()
  },
  'project, shared rollouts': async (page, url) => {
    await createExperiments(page, url)
    await page.goto(`${url}/#/projects/default/insights`)
    const panel = page.getByRole('region', { name: 'Shared rollouts' })
    await panel.getByText('banner-test and price-test are not independent').waitFor()
    await panel.scrollIntoViewIfNeeded()
  },
  'two flags, compared': async (page, url) => {
    await createExperiments(page, url)
    await page.goto(`${url}/#/projects/default/features/price-test`)
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Compare users with another flag' }).click()
    const panel = page.getByRole('region', { name: 'Compare two flags' })
    await panel.getByLabel('Other flag').fill('banner')
    await page.getByRole('option', { name: 'banner-test' }).click()
    await panel.getByText(/all users of banner-test are in price-test, too/).waitFor()
    await panel.scrollIntoViewIfNeeded()
  },
}
