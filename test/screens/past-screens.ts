import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const FEATURES = '/api/admin/projects/default/features'

/** The event log's undo, and the past. The sample instance is younger than a day: all of it is new since then. */
export const PAST_SCREENS: Screens = {
  'past of the instance': async (page, url) => {
    await page.goto(`${url}/#/past`)
    await page.getByRole('table', { name: 'Parts' }).getByText('New', { exact: true }).first().waitFor()
  },
  'past of a flag, compared': async (page, url) => {
    await changeFlag(page, url)
    await page.goto(`${url}/#/past?kind=flag&name=undone-flag`)
    await page.getByLabel('Only what differs').uncheck()
    await page.getByRole('button', { name: 'Flag undone-flag: settings' }).waitFor()
  },
  'explained as of a time': async (page, url) => {
    await explainThen(page, url)
    await page.getByText('The past is shown').waitFor()
  },
  'changes of a result': async (page, url) => {
    await openFlag(page, url)
    await page.getByRole('button', { name: 'When did this change?' }).click()
    await page.getByRole('list', { name: 'Changes' }).getByText('off → on').first().waitFor()
  },
  'changes of a result, up to an evaluation': async (page, url) => {
    await page.goto(`${url}/#/evaluation-log`)
    await page
      .getByRole('row', { name: /web-shop/ })
      .first()
      .getByRole('button')
      .click()
    await page.getByRole('button', { name: 'Why then? checkout-redesign' }).click()
    await changesUpToThen(page)
  },
  'changes of a result, up to an impression': async (page, url) => {
    await page.goto(`${url}/#/impressions`)
    await page.getByRole('button', { name: 'Why then? checkout-redesign' }).last().click()
    await changesUpToThen(page)
  },
  'undo of a change of a result': async (page, url) => {
    await openFlag(page, url)
    await page.getByRole('button', { name: 'When did this change?' }).click()
    await page
      .getByRole('button', { name: /^Undo event/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('After').last().waitFor()
  },
  'playground as of a time': async (page, url) => {
    await changeFlag(page, url)
    await page.goto(`${url}/#/playground`)
    await page.getByLabel('As of').fill(localNow())
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByText('The past is shown').waitFor()
  },
  'undo dialog': async (page, url) => {
    await changeFlag(page, url)
    await openUndo(page, url, 'updated the metadata of undone-flag')
    await page.getByRole('dialog').getByText('After').first().waitFor()
  },
  'undo dialog, newer changes': async (page, url) => {
    await changeFlag(page, url)
    await openUndo(page, url, 'created flag undone-flag in project default')
    await page.getByText('Undo these newer changes first').waitFor()
  },
}

/** Waits for the changes of a result before a time. */
async function changesUpToThen(page: Page): Promise<void> {
  await page.getByText('The past is shown').waitFor()
  await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first().waitFor()
}

/** Time now, as a field takes it. */
function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** Opens a flag that has been switched. */
async function openFlag(page: Page, url: string): Promise<void> {
  await changeFlag(page, url)
  for (const to of ['off', 'on'])
    await page.request.post(`${url}${FEATURES}/undone-flag/environments/development/${to}`)
  await page.goto(`${url}/#/projects/default/features/undone-flag`)
  await page.getByLabel('Environment to explain').selectOption('development')
}

async function explainThen(page: Page, url: string): Promise<void> {
  await openFlag(page, url)
  await page.getByText('As of now').click()
  await page.getByLabel('As of').fill(localNow())
  await page.getByRole('button', { name: 'Explain' }).click()
}

/** Creates a flag, if it is not there, and changes it. */
async function changeFlag(page: Page, url: string): Promise<void> {
  await page.request.post(`${url}${FEATURES}`, { data: { name: 'undone-flag' } })
  const data = { description: `Changed at ${Date.now()}`, type: 'experiment' }
  const answer = await page.request.put(`${url}${FEATURES}/undone-flag`, { data })
  if (!answer.ok()) throw new Error('the flag was not changed')
}

/** Opens the undo of the newest event of the flag whose sentence ends like this. */
async function openUndo(page: Page, url: string, sentence: string): Promise<void> {
  await page.goto(`${url}/#/events?feature=IS:undone-flag`)
  await page
    .getByRole('button', { name: `${sentence}”` })
    .and(page.getByTitle('Details'))
    .first()
    .click()
  await page.getByRole('button', { name: 'Undo…' }).click()
}
