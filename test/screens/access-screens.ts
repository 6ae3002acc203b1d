import type { Page } from 'playwright-core'

import { chooseOption } from '#support/window/choose-option.ts'
import type { Screens } from './screens.ts'

/** The screens of tokens, service accounts, groups, roles and access. */
export const ACCESS_SCREENS: Screens = {
  tokens: async (page, url) => {
    await page.goto(`${url}/#/api-tokens`)
    await page.getByText('web shop').waitFor()
  },
  'new token, kind': async (page, url) => {
    await page.goto(`${url}/#/api-tokens`)
    await page.getByRole('button', { name: 'New API token' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Backend' }).waitFor()
  },
  'new token, details': async (page, url) => {
    await page.goto(`${url}/#/api-tokens`)
    await page.getByRole('button', { name: 'New API token' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Frontend' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog').getByLabel('Projects').selectOption('some')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Default' }).check()
  },
  'new token, ready': async (page, url) => {
    await page.goto(`${url}/#/projects/default/tokens`)
    await page.getByRole('button', { name: 'New API token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('a new service')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('dialog').getByText('In your Node.js server').waitFor()
  },
  'project tokens': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'API tokens' }).last().click()
    await page.getByText('checkout service').waitFor()
  },
  'service accounts': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByText('Deploy pipeline').waitFor()
  },
  'edit service account': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByRole('button', { name: 'Edit Deploy pipeline' }).click()
    await chooseOption(page.getByRole('dialog').getByLabel('Root role'), 'Viewer')
    await page
      .getByRole('dialog')
      .getByText(/loses? \d+ permissions?/)
      .waitFor()
  },
  'service account tokens': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByRole('button', { name: 'Tokens of Deploy pipeline' }).click()
    await page.getByRole('dialog').getByText('GitHub Actions').waitFor()
  },
  'service account token, ready': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByRole('button', { name: 'New service account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('A robot')
    await dialog.getByLabel('Username').fill(`robot-${Date.now()}`)
    await dialog.getByRole('button', { name: 'Create service account' }).click()
    await dialog.getByLabel('Description').fill('its pipeline')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByRole('button', { name: 'I have stored it' }).waitFor()
  },
  'delete service account': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByRole('button', { name: 'Delete Deploy pipeline' }).click()
    await page
      .getByRole('dialog')
      .getByText(/GitHub Actions/)
      .waitFor()
  },
  groups: async (page, url) => {
    await page.goto(`${url}/#/admin/groups`)
    await page.getByRole('button', { name: 'Edit Platform' }).waitFor()
  },
  'edit group': async (page, url) => {
    await page.goto(`${url}/#/admin/groups`)
    await page.getByRole('button', { name: 'Edit Platform' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Nightly report' }).uncheck()
    await page.getByRole('dialog').getByText('1 selected').waitFor()
    await page
      .getByRole('dialog')
      .getByText(/\d users? loses? /)
      .scrollIntoViewIfNeeded()
  },
  'delete group': async (page, url) => {
    await page.goto(`${url}/#/admin/groups`)
    await page.getByRole('button', { name: 'Delete Platform' }).click()
    await page.getByRole('dialog').getByText('Editor everywhere').waitFor()
    await page
      .getByRole('dialog')
      .getByText(/\d users? loses? /)
      .click()
  },
  profile: async (page, url) => {
    await page.goto(`${url}/#/profile`)
    await page.getByText('everywhere').first().waitFor()
  },
  'new personal token': async (page, url) => {
    await page.goto(`${url}/#/profile`)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('my scripts')
    await page.getByRole('dialog').getByText('It has the same permissions as you').waitFor()
  },
  roles: async (page, url) => {
    await page.goto(`${url}/#/admin/roles`)
    await page.getByRole('button', { name: 'Edit Auditor' }).waitFor()
  },
  'project roles': async (page, url) => {
    await openProjectRoles(page, url)
  },
  'edit role': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Edit Release manager' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Update feature flags' }).uncheck()
    await dialog.getByText(/^1 user loses/).waitFor()
  },
  'edit role, environments': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Edit Release manager' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Update project', exact: true }).check()
    await dialog.getByRole('checkbox', { name: 'Skip change request process in production' }).check()
    await dialog.getByText(/gains? \d+ permissions/).waitFor()
  },
  'new root role': async (page, url) => {
    await page.goto(`${url}/#/admin/roles`)
    await page.getByRole('button', { name: 'New root role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Token keeper')
    await dialog.getByRole('button', { name: 'Select all of API tokens' }).click()
    await dialog.getByText('8 selected').waitFor()
  },
  'predefined role': async (page, url) => {
    await page.goto(`${url}/#/admin/roles`)
    await page.getByRole('button', { name: 'View Editor' }).click()
    await page.getByRole('dialog').getByText("Predefined roles can't be changed.").waitFor()
  },
  'role in use': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Delete Release manager' }).click()
    await page.getByRole('dialog').getByText("A role in use can't be deleted.").waitFor()
  },
  'compare roles': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByLabel('First role', { exact: true }), 'Member')
    await chooseOption(dialog.getByLabel('Second role', { exact: true }), 'Release manager')
    await dialog.getByRole('region', { name: 'Only Release manager' }).getByText('View only').waitFor()
  },
  'project access': async (page, url) => {
    await page.goto(`${url}/#/projects/default/access`)
    await page.getByRole('button', { name: 'Remove Linus Newcomer' }).waitFor()
  },
  'add access': async (page, url) => {
    await page.goto(`${url}/#/projects/default/access`)
    await page.getByRole('button', { name: 'Add access' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'temp-1' }).check()
    await dialog.getByRole('checkbox', { name: /^Member/ }).check()
    await dialog.getByText('1 user: Member.').waitFor()
  },
  'edit roles in project': async (page, url) => {
    await page.goto(`${url}/#/projects/default/access`)
    await page.getByRole('button', { name: 'Edit the roles of Linus Newcomer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /^Member/ }).uncheck()
    await dialog.getByText(/loses/).first().waitFor()
  },
  'remove access': async (page, url) => {
    await page.goto(`${url}/#/projects/default/access`)
    await page.getByRole('button', { name: 'Remove Linus Newcomer' }).click()
    await page.getByRole('button', { name: 'Remove access' }).waitFor()
  },
  'access overview': async (page, url) => {
    await page.goto(`${url}/#/admin/access`)
    await page.getByText('Linus Newcomer').waitFor()
  },
  'access simulator, one': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await chooseOption(page.getByLabel('Who', { exact: true }), 'Linus Newcomer')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: /^View as/ }).waitFor()
  },
  'access simulator, anybody': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('table', { name: 'Users who can do this' }).waitFor()
  },
  'view as': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await chooseOption(page.getByLabel('Who', { exact: true }), 'Linus Newcomer')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: /^View as/ }).click()
    await page.getByText('read-only').waitFor()
    await page.getByRole('link', { name: 'Default' }).waitFor()
  },
  'personal token, ready': async (page, url) => {
    await page.goto(`${url}/#/profile`)
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill(`script ${Date.now()}`)
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByRole('button', { name: 'Copy secret' }).waitFor()
  },
}

async function openProjectRoles(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/admin/roles`)
  await page.getByRole('link', { name: 'Project roles' }).click()
  await page.getByRole('button', { name: 'Edit Release manager' }).waitFor()
}
