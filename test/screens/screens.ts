import type { Page } from 'playwright-core'

import { ENVIRONMENT_SCREENS } from './environment-screens.ts'
import { PEOPLE_SCREENS } from './people-screens.ts'

/** Each screen: how one gets there, and what is there when it is ready. */
export const SCREENS: Record<string, (page: Page, url: string) => Promise<void>> = {
  ...PEOPLE_SCREENS,
  ...ENVIRONMENT_SCREENS,
  projects: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
  },
  flags: async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'bulk actions': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('checkbox', { name: 'Choose beta-banner' }).check()
    await page.getByRole('checkbox', { name: 'Choose checkout-redesign' }).check()
    await page.getByText('2 chosen').waitFor()
  },
  'clone flag': async (page, url) => {
    await openMore(page, `${url}/#/projects/default/features/checkout-redesign`, 'Clone')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  },
  'create flag': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('button', { name: 'New flag' }).click()
    await page.getByLabel('Name', { exact: true }).fill('not a name')
    await page.getByText(/URL/).first().waitFor()
  },
  flag: async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByText('Staff').waitFor()
  },
  'edit strategy': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 1' }).first().click()
    await page.getByRole('dialog').getByText('NO, SE').first().waitFor()
  },
  'confirm production': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/search-ranking`)
    await page.getByRole('switch', { name: /production/ }).click()
    await page.getByRole('button', { name: 'Disable in production' }).waitFor()
  },
  'flag, menu': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  },
  'flag not found': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/nothing`)
    await page.getByText('The flag cannot be read').waitFor()
  },
  'all flags': async (page, url) => {
    await page.goto(`${url}/#/features`)
    await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'all flags, filtered': async (page, url) => {
    await page.goto(`${url}/#/features`)
    await page.getByLabel('Tag', { exact: true }).selectOption('team:checkout')
    await page.getByText('1 flag', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ours')
  },
  'flag, below': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByText('Ticket 17').waitFor()
    await page.getByRole('textbox', { name: 'Context' }).fill('userId=7 country=NO')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page
      .getByText(/^(On|Off): /)
      .first()
      .scrollIntoViewIfNeeded()
  },
  'flag variants': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Flag variants' }).first().click()
    await page.getByRole('dialog').getByLabel('Name of variant 1').waitFor()
  },
  'strategy with variants': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 3' }).first().click()
    await page.getByRole('dialog').getByText('70 %').first().scrollIntoViewIfNeeded()
  },
  'add parent': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Add parent' }).click()
    await page.getByRole('dialog').getByLabel('Parent').selectOption('search-ranking')
  },
  'move flag': async (page, url) => {
    await openMore(page, `${url}/#/projects/default/features/beta-banner`, 'Move')
    await page.getByRole('dialog').getByText('There is no other project.').waitFor()
  },
  'flag in code': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Code' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy code' }).waitFor()
  },
  playground: async (page, url) => {
    await page.goto(`${url}/#/playground`)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'why checkout-redesign' }).waitFor()
  },
  'playground, trace': async (page, url) => {
    await page.goto(`${url}/#/playground`)
    await page.getByLabel('Context').fill('userId=7,42 country=NO')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'why checkout-redesign' }).first().click()
    await page.getByRole('dialog').getByText('Staff').first().waitFor()
  },
  archive: async (page, url) => {
    await page.goto(`${url}/#/archive`)
    await page.getByRole('button', { name: 'Revive old-banner' }).waitFor()
  },
  'tag types': async (page, url) => {
    await page.goto(`${url}/#/tag-types`)
    await page.getByRole('button', { name: 'Edit team' }).waitFor()
  },
  'edit tag type': async (page, url) => {
    await page.goto(`${url}/#/tag-types`)
    await page.getByRole('button', { name: 'Edit team' }).click()
    await page.getByRole('dialog').getByLabel('Description').waitFor()
  },
  'flag types': async (page, url) => {
    await page.goto(`${url}/#/feature-types`)
    await page.getByText('Kill switch').first().waitFor()
  },
  strategies: async (page, url) => {
    await page.goto(`${url}/#/strategies`)
    await page.getByRole('button', { name: 'Edit byStore' }).waitFor()
  },
  'edit strategy type': async (page, url) => {
    await page.goto(`${url}/#/strategies`)
    await page.getByRole('button', { name: 'Edit byStore' }).click()
    await page.getByRole('dialog').getByLabel('Description').waitFor()
  },
  'default strategies': async (page, url) => {
    await openMore(page, `${url}/#/projects/default`, 'Default strategies')
    await page.getByRole('button', { name: 'Edit the default of development' }).waitFor()
  },
  'import flags': async (page, url) => {
    const file = await exported(url, page)
    await openMore(page, `${url}/#/projects/default`, 'Import')
    await page.getByLabel('File').setInputFiles({
      name: 'flags.json',
      mimeType: 'application/json',
      buffer: Buffer.from(file),
    })
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('button', { name: /^Import \d+ flags?$/ }).waitFor()
  },
  'export flags': async (page, url) => {
    await openMore(page, `${url}/#/projects/default`, 'Export')
    await page.getByRole('dialog').getByLabel('Environment').waitFor()
  },
  applications: async (page, url) => {
    await page.goto(`${url}/#/applications`)
    await page.getByRole('button', { name: 'shop', exact: true }).waitFor()
  },
  application: async (page, url) => {
    await page.goto(`${url}/#/applications`)
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    await page.getByRole('dialog').getByText('shop-2').waitFor()
  },
  'evaluation log': async (page, url) => {
    await page.goto(`${url}/#/evaluation-log`)
    await page.getByText('web-shop').first().waitFor()
  },
  'evaluation log, call': async (page, url) => {
    await page.goto(`${url}/#/evaluation-log`)
    await page
      .getByRole('row', { name: /web-shop/ })
      .first()
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByText('checkout-redesign').first().waitFor()
  },
  impressions: async (page, url) => {
    await page.goto(`${url}/#/impressions`)
    await page.getByRole('cell', { name: 'session-7' }).first().waitFor()
  },
  segments: async (page, url) => {
    await page.goto(`${url}/#/segments`)
    await page.getByText('Beta testers').waitFor()
  },
  'edit segment': async (page, url) => {
    await page.goto(`${url}/#/segments`)
    await page.getByRole('button', { name: 'Edit Beta testers' }).click()
    await page.getByRole('dialog').getByText('In it: userId is one of 7, 42, 1001').waitFor()
  },
  'segment usage': async (page, url) => {
    await page.goto(`${url}/#/segments`)
    await page.getByRole('button', { name: 'What uses Beta testers' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'context fields': async (page, url) => {
    await page.goto(`${url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).waitFor()
  },
  'edit context field': async (page, url) => {
    await page.goto(`${url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).click()
    await page.getByRole('dialog').getByLabel('Legal values').waitFor()
  },
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
    await openMore(page, `${url}/#/projects/default`, 'API tokens')
    await page.getByText('checkout service').waitFor()
  },
  'service accounts': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByText('Deploy pipeline').waitFor()
  },
  'edit service account': async (page, url) => {
    await page.goto(`${url}/#/admin/service-accounts`)
    await page.getByRole('button', { name: 'Edit Deploy pipeline' }).click()
    await page.getByRole('dialog').getByLabel('Root role').selectOption({ label: 'Viewer' })
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
    await dialog.getByLabel('User name').fill(`robot-${Date.now()}`)
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
    await page.getByRole('dialog').getByText('1 chosen').waitFor()
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
    await page.getByRole('dialog').getByText('It may do what you may').waitFor()
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
    await dialog.getByRole('button', { name: 'Choose all of API tokens' }).click()
    await dialog.getByText('8 chosen').waitFor()
  },
  'predefined role': async (page, url) => {
    await page.goto(`${url}/#/admin/roles`)
    await page.getByRole('button', { name: 'View Editor' }).click()
    await page.getByRole('dialog').getByText('A predefined role cannot be changed.').waitFor()
  },
  'role in use': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Delete Release manager' }).click()
    await page.getByRole('dialog').getByText('It cannot be deleted while somebody holds it.').waitFor()
  },
  'compare roles': async (page, url) => {
    await openProjectRoles(page, url)
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('One', { exact: true }).selectOption('Member')
    await dialog.getByLabel('Other', { exact: true }).selectOption('Release manager')
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
  'new project': async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Größe & Co.')
    await dialog.getByRole('checkbox', { name: 'Changes in production need approval' }).check()
    await dialog.getByText('In production, changes need one approval.').waitFor()
  },
  'project settings': async (page, url) => {
    await page.goto(`${url}/#/projects/default/settings`)
    await page.getByLabel('Naming pattern').waitFor()
  },
  'project insights': async (page, url) => {
    await page.goto(`${url}/#/projects/default/insights`)
    await page.getByText('in the last 90 days').waitFor()
  },
  'archived projects': async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByLabel('Which projects').selectOption('archived')
    await page.getByText('No project is archived.').waitFor()
  },
  'access simulator, one': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Linus Newcomer' })
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('button', { name: /^View as/ }).waitFor()
  },
  'access simulator, anybody': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('table', { name: 'Who may' }).waitFor()
  },
  'view as': async (page, url) => {
    await page.goto(`${url}/#/admin/access/simulator`)
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Linus Newcomer' })
    await page.getByRole('button', { name: 'Ask' }).click()
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
  'event log': async (page, url) => {
    await page.goto(`${url}/#/events`)
    await page.getByRole('table').getByRole('row').nth(5).waitFor()
  },
  palette: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('check')
    await page.getByRole('option', { name: /checkout-redesign/ }).waitFor()
  },
  shortcuts: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
}

/** Chooses what stands in the menu of a page. */
async function openMore(page: Page, address: string, entry: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function openProjectRoles(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/admin/roles`)
  await page.getByRole('link', { name: 'Project roles' }).click()
  await page.getByRole('button', { name: 'Edit Release manager' }).waitFor()
}

/** What the page's own session exports: the flags of the project in development. */
async function exported(url: string, page: Page): Promise<string> {
  const answer = await page.request.post(`${url}/api/admin/features-batch/export`, {
    data: { environment: 'development', project: 'default' },
  })
  return answer.text()
}
