import type { Page } from 'playwright-core'

/** Each screen: how one gets there, and what is there when it is ready. */
export const SCREENS: Record<string, (page: Page, url: string) => Promise<void>> = {
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
  'event log': async (page, url) => {
    await page.goto(`${url}/#/events`)
    await page.getByText('Flag enabled').first().waitFor()
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

/** What the page's own session exports: the flags of the project in development. */
async function exported(url: string, page: Page): Promise<string> {
  const answer = await page.request.post(`${url}/api/admin/features-batch/export`, {
    data: { environment: 'development', project: 'default' },
  })
  return answer.text()
}
