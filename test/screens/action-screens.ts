import { chooseFilter, chooseOption } from '#support/window/choose-option.ts'
import type { Screens } from './screens.ts'

const ACTIONS = '/#/projects/default/actions'

/** The screens of actions: what a project does when signals come. */
export const ACTION_SCREENS: Screens = {
  actions: async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Edit Stop payments on incidents' }).waitFor()
    await page.getByText('No signals are waiting for actions.').waitFor()
  },
  'actions, none': async (page, url) => {
    await page.goto(`${url}/#/projects/no-actions/actions`)
    await page.getByRole('button', { name: 'Create the first action set' }).waitFor()
    await page.getByText('No signals are waiting for actions.').waitFor()
  },
  'signal endpoint, action sets': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('link', { name: 'uptime-alerts', exact: true }).click()
    await page.getByRole('link', { name: /^Action sets \(\d+\)/ }).click()
    await page.getByRole('link', { name: 'Stop payments on incidents' }).waitFor()
  },
  'new action set': async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Edit Stop payments on incidents' }).waitFor()
    await page.getByRole('button', { name: 'New action set' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Old checkout on incidents')
    await dialog.getByLabel('Signal endpoint').selectOption({ label: 'uptime-alerts' })
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await dialog.getByLabel('Path').fill('severity')
    await dialog.getByLabel('Values', { exact: true }).fill('critical')
    await dialog.getByText('of the last 20 signals match').waitFor()
  },
  'action set, backtest': async (page, url) => {
    await ACTION_SCREENS['new action set']?.(page, url)
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByLabel('Service account'), 'Reading robot')
    await dialog.getByLabel('Environment').selectOption({ label: 'development' })
    await chooseOption(dialog.getByLabel('Flag', { exact: true }), 'checkout-redesign')
    await dialog.getByText('the action would fail').waitFor()
    await dialog.getByRole('button', { name: 'Run backtest' }).click()
    await dialog.getByText('Would have fired').waitFor()
    await dialog.getByText('Would have fired').scrollIntoViewIfNeeded()
  },
  'action set, edited': async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Edit Stop payments on incidents' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('of the last 20 signals').waitFor()
    await dialog.getByRole('button', { name: 'Move action 2 up' }).scrollIntoViewIfNeeded()
  },
  executions: async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Executions of Stop payments on incidents' }).click()
    await page.getByRole('dialog').getByText('Not started').first().waitFor()
  },
  'executions, with skipped signals': async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Executions of Warnings' }).click()
    await page.getByRole('dialog').getByText('Signals that matched and started nothing').click()
    await page.getByRole('dialog').getByText('the set cools down until').first().waitFor()
  },
  'action set, rules': async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByText('Rules: goes on after a failure').waitFor()
    await page.getByRole('button', { name: 'Edit Warnings' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('of the last 20 signals').waitFor()
    await dialog.getByRole('button', { name: 'Add reset filter' }).scrollIntoViewIfNeeded()
  },
  'signal, from an execution': async (page, url) => {
    await ACTION_SCREENS['executions']?.(page, url)
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^signal \d+$/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: /^Signal \d+$/ }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Stop payments on incidents' }).waitFor()
  },
  'failed actions': async (page, url) => {
    await page.goto(`${url}/#/signals/view/failed`)
    await page.getByRole('link', { name: 'Grant access to Reading robot' }).waitFor()
    await page.getByRole('region', { name: 'Failed: Stop payments on incidents' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByText(/failed actions/)
      .waitFor()
  },
  'failed actions, dismiss all': async (page, url) => {
    await ACTION_SCREENS['failed actions']?.(page, url)
    await page.getByRole('button', { name: 'Dismiss all failed of Slow responses' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss all' }).waitFor()
  },
  'signals, failed': async (page, url) => {
    await page.goto(`${url}/#/signals/view/all`)
    await chooseFilter(page, 'Outcome of the actions', 'Failed')
    await page.getByRole('table', { name: 'Signals' }).getByText('Failed').first().waitFor()
  },
  'grant access, from a failure': async (page, url) => {
    await ACTION_SCREENS['failed actions']?.(page, url)
    await page.getByRole('link', { name: 'Grant access to Reading robot' }).click()
    await page.getByRole('dialog').getByText('1 user selected').waitFor()
  },
  'delete action set': async (page, url) => {
    await page.goto(`${url}${ACTIONS}`)
    await page.getByRole('button', { name: 'Delete Slow responses' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete action set' }).waitFor()
  },
  'actions of a signal': async (page, url) => {
    await page.goto(`${url}/#/signals`)
    await page.getByRole('link', { name: 'uptime-alerts', exact: true }).click()
    await page
      .getByRole('button', { name: /^Signal \d+: .*critical/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Disable a-flag-that-is-gone').waitFor()
    await dialog.getByText('Does not match').first().waitFor()
  },
}
