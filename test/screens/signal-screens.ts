import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/** Goes to the page of the endpoint that has signals. */
async function openEndpoint(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/signals`)
  await page.getByRole('link', { name: 'grafana-alerts', exact: true }).click()
  await page.getByRole('button', { name: /^Signal \d+: .*firing/ }).waitFor()
  // its sender had no answer, or did not wait for it
  await page.getByText('received 3 times').waitFor()
}

/** Waits for the panel of a signal with what the actions made of it. */
async function seeSignal(page: Page): Promise<void> {
  const panel = page.getByRole('dialog')
  await panel.getByText('Grafana/11.2').waitFor()
  await panel.getByText('alert-17').waitFor()
  await panel.getByText('received 3 times').waitFor()
  await panel.getByRole('region', { name: 'Actions' }).getByRole('list').first().waitFor()
}

/** The screens of signals and their endpoints. */
export const SIGNAL_SCREENS: Screens = {
  signals: async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('link', { name: 'grafana-alerts', exact: true }).waitFor()
    await page.getByText('3 of 5 endpoints').waitFor()
  },
  'new signal endpoint': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('pagerduty')
  },
  'signal endpoint, waiting': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('button', { name: 'New endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Recipe').selectOption('GitHub')
    await dialog.getByLabel('Name', { exact: true }).fill('waiting')
    await dialog.getByRole('button', { name: 'Create endpoint' }).click()
    await dialog.getByText('Waiting for the first signal').waitFor()
  },
  'edit signal endpoint': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('button', { name: 'Edit grafana-alerts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('grafana')
    await dialog.getByText('Senders have to use the new address').waitFor()
  },
  'delivery id of a signal endpoint': async (page, url) => {
    await openEndpoint(page, url)
    const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await edit()
    await dialog.getByLabel('Delivery id').selectOption('A path in the payload')
    await dialog.getByLabel('Path in the payload').fill('alerts[0].id')
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await edit()
    await dialog.getByRole('textbox', { name: 'Path in the payload' }).waitFor()
  },
  'order of a signal endpoint, with a late signal': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByText('late', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Path of the order').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Signal \d+: .*pending/ }).click()
    await page.getByRole('dialog').getByText('after one of').waitFor()
  },
  'delete signal endpoint': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('button', { name: 'Delete grafana-alerts' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).waitFor()
  },
  'signal endpoint, no action sets': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('link', { name: 'Action sets (0)' }).click()
    await page.getByText('No action set that you can see uses this endpoint').waitFor()
  },
  'all signals': async (page, url) => {
    await page.goto(`${url}/#/signals/view/all`)
    await page.getByRole('button', { name: /firing/ }).waitFor()
  },
  'signals, none found': async (page, url) => {
    await page.goto(`${url}/#/signals/view/all`)
    await page.getByRole('button', { name: /firing/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Search payloads' }).fill('nothing like that')
    await page.getByText('No matching signals').waitFor()
  },
  'signals with a value': async (page, url) => {
    await page.goto(`${url}/#/signals/view/all`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Value in the payload' }).click()
    await page.getByRole('option', { name: 'status = resolved' }).click()
    await page
      .getByRole('button', { name: /firing/ })
      .first()
      .waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /resolved/ })
      .first()
      .waitFor()
  },
  'refused signals': async (page, url) => {
    await page.goto(`${url}/#/signals/view/refused`)
    await page.getByText('unknown token').first().waitFor()
  },
  'signal endpoint': openEndpoint,
  'tokens of a signal endpoint': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await page.getByText('grafana-us').waitFor()
  },
  'requests to a signal endpoint': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('button', { name: 'Test your sender' }).waitFor()
    const failed = page.getByRole('group').filter({ hasText: '1 check failed: Token' }).first()
    const firstSummary = failed.locator('summary')
    if ((await failed.getAttribute('open')) === null) await firstSummary.press('Enter')
    await failed.getByText('a token that is not known').waitFor()
  },
  'test of a sender': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('button', { name: 'Test your sender' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('0 of 3 requests received').waitFor()
    const send = (token: string) =>
      page.request.post(`${url}/api/signal-endpoint/grafana-alerts`, {
        headers: { authorization: `Bearer ${token}` },
        data: { probe: true },
      })
    await send('signal:wrong')
    await dialog.getByText('1 of 3 requests received').waitFor()
    await dialog.getByText('1 check failed: Token').waitFor()
  },
  'new signal token': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('link', { name: 'Tokens of deploys' }).click()
    await page.getByRole('button', { name: 'New token', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`pipeline-${Date.now()}`)
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByText('It is shown only once').waitFor()
  },
  'sender secret of a new signal endpoint': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('button', { name: 'New endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Recipe').selectOption('Sentry')
    await dialog.getByLabel('Name', { exact: true }).fill(`sentry-${Date.now()}`)
    await dialog.getByRole('button', { name: 'Create endpoint' }).click()
    await dialog.getByLabel('Secret of Sentry').fill('client-secret-of-sentry')
    await dialog.getByRole('button', { name: 'Save secret' }).click()
    await dialog.getByText('Secret saved').waitFor()
  },
  'sender secret that replaces another': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    const open = () => page.getByRole('button', { name: 'Sender secret of grafana-us' }).click()
    const dialog = page.getByRole('dialog')
    await open()
    await dialog.getByLabel('Secret', { exact: true }).fill(`whsec_${'A'.repeat(32)}`)
    await dialog.getByRole('button', { name: 'Save secret' }).click()
    await page.getByText('Standard Webhooks', { exact: true }).waitFor()
    await open()
    await dialog.getByLabel('Secret', { exact: true }).fill(`whsec_${'B'.repeat(32)}`)
    await dialog.getByLabel('The secret so far').selectOption('counts for another day')
    await dialog.getByRole('button', { name: 'Replace secret' }).click()
    await page.getByText('Standard Webhooks, 1 former').waitFor()
    await open()
    await dialog.getByText('A former secret ends in').waitFor()
  },
  signal: async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('button', { name: /^Signal \d+: .*firing/ }).click()
    await seeSignal(page)
  },
  'signal, by its link': async (page, url) => {
    await openEndpoint(page, url)
    const named = await page.getByRole('button', { name: /^Signal \d+: .*firing/ }).getAttribute('aria-label')
    await page.goto(`${page.url()}/signal/${/\d+/.exec(named ?? '')?.[0]}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).waitFor()
    await seeSignal(page)
  },
  'signal not found': async (page, url) => {
    await page.goto(`${url}/#/signals/1/signal/99999`)
    await page.getByText('Could not find the signal with id 99999').waitFor()
  },
  'replay signal': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('button', { name: /^Signal \d+: .*firing/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByRole('button', { name: 'Replay signal' }).waitFor()
  },
  'send signal': async (page, url) => {
    await openEndpoint(page, url)
    await page.getByRole('button', { name: 'Send a signal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Payload', { exact: true }).waitFor()
    await dialog.getByLabel('Token').fill('signal:wrong')
    await dialog.getByRole('button', { name: 'Send signal' }).click()
    await dialog.getByText('The endpoint refused it').waitFor()
  },
}
