import type { Page } from 'playwright-core'

import { chooseFilter, chooseOption } from '#support/window/choose-option.ts'
import { openMore } from './open-more.ts'
import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

/** Places in code; the service of the tests may read no folder. */
const IN_CODE = {
  hasFolders: true,
  scan: { scannedAt: '2026-11-22T12:00:00.000Z', files: 1204, isCut: false, problem: null },
  total: 7,
  places: [12, 47, 102, 230, 231, 412].map((line) => ({
    ...{ folder: '/home/ada/code/shop', file: 'src/cart/checkout-page/CheckoutButton.tsx', line, column: 5 },
    ...{ call: 'useFlag', text: "const isNew = useFlag('checkout-redesign')" },
    blame: { commit: '4f2a9c01d3be', author: 'Ada Lovelace', date: '2026-10-02T08:00:00.000Z' },
  })),
}

/** Screens of flags, and of their parts. */
export const FLAG_SCREENS: Screens = {
  flags: async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'actions of a row': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('row', { name: 'checkout-redesign' }).hover()
    await page.getByRole('button', { name: 'Actions of checkout-redesign' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  },
  'bulk actions': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('checkbox', { name: 'Select beta-banner' }).check()
    await page.getByRole('checkbox', { name: 'Select checkout-redesign' }).check()
    await page.getByText('2 selected').waitFor()
  },
  'edit flag': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Half of the steps')
  },
  'clone flag': async (page, url) => {
    await openMore(page, `${url}/#/projects/default/features/checkout-redesign`, 'Clone')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  },
  'create flag': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('button', { name: 'New flag' }).click()
    await page.getByLabel('Name', { exact: true }).fill('not a name')
    await page.getByText('Use only letters').waitFor()
  },
  flag: async (page, url) => {
    await answerWith(page, 'getFeatureCode', IN_CODE)
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByText('Staff').waitFor()
    await page.getByText('Ada Lovelace').first().waitFor()
  },
  'edit strategy': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 1' }).first().click()
    await page.getByRole('dialog').getByText('NO, SE').first().waitFor()
    await page.getByText('Simulate the rollout').click()
    await page.getByLabel('Users to try', { exact: true }).fill('ada, grace, linus,')
    await page.getByRole('region', { name: 'Simulated rollout' }).getByRole('row').nth(3).waitFor()
  },
  'strategy, advanced': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    const dialog = page.getByRole('dialog')
    if (await dialog.getByLabel('Group ID').isVisible()) throw new Error('a new strategy is not advanced')
    await dialog.getByText('Advanced').click()
    await dialog.getByLabel('Title').fill('A tenth')
    await dialog.getByRole('spinbutton', { name: 'Rollout in percent' }).fill('10')
    await dialog.getByRole('status').getByText('On for 10% of users.').waitFor()
    await dialog.getByLabel('Group ID').scrollIntoViewIfNeeded()
  },
  'constraint, legal values': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 1' }).first().click()
    const values = page.getByRole('dialog').getByLabel('Values', { exact: true })
    await values.fill('NOO,')
    await page.getByText('“NOO” is not a legal value of country.').waitFor()
    await values.fill('d')
    await page.getByRole('option', { name: 'Add “d”' }).scrollIntoViewIfNeeded()
  },
  'strategy, list of values': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByLabel('Strategy', { exact: true }), 'byStore')
    const stores = dialog.getByLabel('stores (required)')
    await stores.fill('17, 42, 108,')
    await stores.fill('23')
    await dialog.getByRole('button', { name: 'Remove 108' }).waitFor()
  },
  'constraint, date': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    await page.getByRole('button', { name: 'Add constraint' }).click()
    // an added constraint takes the focus
    await chooseOption(page.getByLabel('Context field').and(page.locator(':focus')), 'currentTime')
    await page.getByLabel('Value', { exact: true }).fill('2026-12-24T18:00')
    await page.getByText('UTC').first().scrollIntoViewIfNeeded()
  },
  'constraint, fields': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Add strategy' }).first().click()
    // a focus that moves later closes the list
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.getByRole('button', { name: 'Add constraint' }).click()
    await page.getByLabel('Context field').click()
    await page.getByRole('option', { name: 'country' }).waitFor()
  },
  'copy strategies': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Options of development' }).click()
    await page.getByRole('menuitem', { name: 'Copy all to other environments' }).click()
    await page.getByRole('checkbox', { name: /production/ }).check()
  },
  'variants with payload': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Options of development' }).click()
    await page.getByRole('menuitem', { name: 'Flag variants' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Payload of variant 1').selectOption('json')
    // it takes the place of a text area
    await dialog.locator('.cm-editor').waitFor()
    await dialog
      .getByRole('textbox', { name: 'Value of variant 1' })
      .fill('{\n  "colour": "blue",\n  price: 7\n}')
    await dialog.getByText('Line 3').first().waitFor()
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
  'flag, options of a strategy': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Options of strategy 2' }).first().click()
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor()
  },
  'flag of another project': async (page, url) => {
    await page.goto(`${url}/#/projects/mobile/features/checkout-redesign`)
    await page.getByRole('link', { name: /^Open checkout-redesign in / }).waitFor()
  },
  'flag, tags': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByLabel('Tag type').selectOption('team')
    await page.getByLabel('Tag', { exact: true }).click()
    await page.getByRole('option', { name: 'checkout' }).scrollIntoViewIfNeeded()
  },
  'flag not found': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/nothing`)
    await page.getByText("Couldn't load the flag").waitFor()
  },
  'all flags': async (page, url) => {
    await page.goto(`${url}/#/features`)
    await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'all flags, filtered': async (page, url) => {
    await page.goto(`${url}/#/features`)
    await chooseFilter(page, 'Tag', 'team:checkout')
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
    await page.getByRole('button', { name: 'Options of development' }).click()
    await page.getByRole('menuitem', { name: 'Flag variants' }).click()
    await page.getByRole('dialog').getByLabel('Name of variant 1').waitFor()
  },
  'strategy with variants': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 3' }).first().click()
    await page.getByRole('dialog').getByText('70%').first().scrollIntoViewIfNeeded()
    const title = await page.getByRole('dialog').getByRole('heading', { name: 'Edit strategy' }).boundingBox()
    if (!title || title.y < 0) throw new Error('the title of the dialog scrolls away')
  },
  'add parent': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Add parent' }).click()
    await chooseOption(page.getByRole('dialog').getByLabel('Parent'), 'search-ranking')
  },
  'compare environments': async (page, url) => {
    await openMore(page, `${url}/#/projects/default/features/checkout-redesign`, 'Compare environments')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First').selectOption('development')
    await dialog.getByLabel('Second').selectOption('production')
    await dialog.getByRole('region', { name: 'checkout-redesign in development and production' }).waitFor()
    await dialog.getByText('Enabled: yes').first().waitFor()
    await dialog.getByRole('button', { name: 'Copy strategies of development' }).waitFor()
  },
  'move flag': async (page, url) => {
    await openMore(page, `${url}/#/projects/default/features/beta-banner`, 'Move')
    const project = page.getByRole('dialog').getByLabel('Project')
    await project.click()
    await page.getByRole('listbox').getByRole('option').first().click()
  },
  'flag in code': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Code', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy code' }).waitFor()
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
    await page.getByRole('dialog').getByLabel('Name of parameter 1').waitFor()
  },
  'default strategies': async (page, url) => {
    await openMore(page, `${url}/#/projects/default`, 'Default strategies')
    await page.getByRole('button', { name: 'Edit the default of development' }).waitFor()
  },
  'import flags': async (page, url) => {
    const file = await exported(url, page)
    await openMore(page, `${url}/#/projects/default`, 'Import')
    await page.getByLabel('File', { exact: true }).setInputFiles({
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
}

/** Exports the project's flags in development with the page's own session. */
async function exported(url: string, page: Page): Promise<string> {
  const answer = await page.request.post(`${url}/api/admin/features-batch/export`, {
    data: { environment: 'development', project: 'default' },
  })
  return answer.text()
}
