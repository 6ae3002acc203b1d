import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/** The screens of environments: those of the instance, and those of a project. */
export const ENVIRONMENT_SCREENS: Screens = {
  environments: async (page, url) => {
    await openEnvironments(page, url)
  },
  'new environment': async (page, url) => {
    await openEnvironments(page, url)
    await page.getByRole('button', { name: 'New environment' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('not a name')
    await page.getByLabel('Type', { exact: true }).selectOption('other')
    await page.getByText('Use only letters').waitFor()
  },
  'edit environment': async (page, url) => {
    await openEnvironments(page, url)
    await page.getByRole('button', { name: 'Edit staging' }).click()
    await page.getByRole('dialog').getByLabel('Required approvals').waitFor()
  },
  'clone environment': async (page, url) => {
    await openEnvironments(page, url)
    await page.getByRole('button', { name: 'Clone production' }).click()
    await page.getByRole('checkbox', { name: /^Copy for all projects/ }).uncheck()
    await page.getByRole('checkbox', { name: 'Default', exact: true }).check()
  },
  'delete environment': async (page, url) => {
    await openEnvironments(page, url)
    await page.getByRole('button', { name: 'Delete development' }).click()
    await page.getByRole('dialog').getByText('enabled in it').waitFor()
    await page.getByLabel('Type development to confirm').fill('develop')
  },
  'turn environment off': async (page, url) => {
    await openEnvironments(page, url)
    await page.getByRole('switch', { name: /^Turn production off/ }).click()
    await page.getByRole('button', { name: 'Turn off', exact: true }).waitFor()
  },
  'environments of project': async (page, url) => {
    await openProjectEnvironments(page, url)
  },
  'remove environment from project': async (page, url) => {
    await openProjectEnvironments(page, url)
    await page.getByRole('switch', { name: 'Remove development' }).click()
    await page.getByRole('button', { name: 'Remove environment' }).waitFor()
  },
}

async function openEnvironments(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/admin/environments`)
  await page.getByRole('button', { name: 'Edit staging' }).waitFor()
}

async function openProjectEnvironments(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/projects/default`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Environments' }).click()
  await page.getByRole('switch', { name: 'Add staging' }).waitFor()
}
