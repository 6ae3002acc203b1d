import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/** The screens of release templates, and of what they make of a flag. */
export const RELEASE_SCREENS: Screens = {
  'release templates': async (page, url) => {
    await openTemplates(page, url)
  },
  'release templates, archived': async (page, url) => {
    await openTemplates(page, url)
    await page.getByLabel('Which templates').selectOption('archived')
    await page.getByRole('link', { name: 'All at once' }).waitFor()
  },
  'release templates of a project': async (page, url) => {
    await openProjectTemplates(page, url)
  },
  'release template of a project': async (page, url) => {
    await openProjectTemplates(page, url)
    await page.getByRole('link', { name: OF_PROJECT }).click()
    await page.getByRole('button', { name: 'Edit strategy 1 of milestone 2' }).waitFor()
  },
  'archive release template': async (page, url) => {
    await openTemplates(page, url)
    await page.getByRole('button', { name: 'Archive Careful release' }).click()
    await page.getByRole('button', { name: 'Archive template' }).waitFor()
  },
  'new release template': async (page, url) => {
    await page.goto(`${url}/#/release-templates/new`)
    await page.getByLabel('Name', { exact: true }).fill('Weekly')
    await page.getByText('Add a strategy to “Milestone 1”.').waitFor()
  },
  'edit release template': async (page, url) => {
    await openTemplate(page, url)
  },
  'release template, strategy': async (page, url) => {
    await openTemplate(page, url)
    await page.getByRole('button', { name: 'Edit strategy 1 of milestone 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use this strategy' }).waitFor()
  },
  'release plan': async (page, url) => {
    await openPlan(page, url)
  },
  'release plan, start milestone': async (page, url) => {
    await openPlan(page, url)
    await page.getByRole('button', { name: 'Start Half' }).click()
    await page.getByRole('button', { name: 'Start milestone' }).waitFor()
  },
  'release plan, progression': async (page, url) => {
    await openPlan(page, url)
    await page.getByRole('button', { name: 'Change when A few ends' }).click()
    await page.getByRole('dialog').getByLabel('After').fill('0')
    await page.getByText('A whole number, at least 1').waitFor()
  },
  'release plan, strategy': async (page, url) => {
    await openPlan(page, url)
    await page.getByRole('button', { name: 'Edit strategy 1 of Half' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save strategy' }).waitFor()
  },
  'remove release plan': async (page, url) => {
    await openPlan(page, url)
    await page.getByRole('button', { name: 'Remove plan' }).click()
    await page.getByRole('dialog').getByText('the flag is disabled in this environment').waitFor()
  },
  'edit safeguard': async (page, url) => {
    await openPlan(page, url)
    await page.getByRole('button', { name: 'Edit safeguard 1' }).first().click()
    await page.getByRole('dialog').getByLabel('Threshold').waitFor()
  },
  'use release template': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Options of development' }).click()
    await page.getByRole('menuitem', { name: 'Use release template' }).click()
    await page.getByRole('dialog').getByText('4. Everybody').waitFor()
  },
}

const OF_PROJECT = 'Copy of Careful release'

/** Opens the templates of a project, after copying one of the instance if there is none yet. */
async function openProjectTemplates(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/projects/default/settings/release-templates`)
  await page.getByRole('link', { name: 'Careful release', exact: true }).waitFor()
  if ((await page.getByRole('link', { name: OF_PROJECT }).count()) > 0) return
  await page.getByRole('button', { name: 'Duplicate Careful release' }).click()
  await page.getByRole('button', { name: 'Save template' }).waitFor()
  await page.goto(`${url}/#/projects/default/settings/release-templates`)
  await page.getByRole('link', { name: OF_PROJECT }).waitFor()
}

async function openTemplates(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/release-templates`)
  await page.getByRole('link', { name: 'Careful release' }).waitFor()
}

async function openTemplate(page: Page, url: string): Promise<void> {
  await openTemplates(page, url)
  await page.getByRole('link', { name: 'Careful release' }).click()
  await page.getByRole('button', { name: 'Edit strategy 1 of milestone 2' }).waitFor()
}

async function openPlan(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/projects/default/features/new-payments`)
  await page.getByRole('button', { name: 'Start Half' }).waitFor()
  await page.getByText('no data').first().waitFor()
}
