import type { Page } from 'playwright-core'

import type { Override } from '#shared/flags/schemas/override.ts'
import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

const override = (more: Partial<Override>): Override => ({
  feature: 'checkout-redesign',
  project: 'default',
  environment: 'development',
  audience: 'everybody',
  enabled: true,
  variant: null,
  strategies: null,
  until: null,
  createdBy: 'ada',
  createdAt: '2026-11-28T12:00:00.000Z',
  ...more,
})
const half = {
  name: 'flexibleRollout',
  title: null,
  parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout-redesign' },
  constraints: [],
  variants: [],
  segments: [],
}
const OVERRIDES = {
  overrides: [
    override({ audience: 'header:ada-checkout', strategies: [half, half], until: 'restart' }),
    override({ audience: 'token:storefront of the second warehouse, production', enabled: false }),
    override({ audience: 'user:7', variant: { name: 'blue' }, until: '2126-11-22T13:00:00.000Z' }),
    override({ feature: 'beta-banner', environment: 'production', createdBy: 'halyard.overlay.yaml' }),
  ],
}
const FLAG = '/#/projects/default/features/checkout-redesign'

async function openDialog(page: Page, url: string) {
  await page.goto(url + FLAG)
  await page.getByRole('button', { name: 'Options of development' }).click()
  await page.getByRole('menuitem', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override checkout-redesign in development' })
  await dialog.waitFor()
  return dialog
}

/** Screens of overrides. */
export const OVERRIDE_SCREENS: Screens = {
  overrides: async (page, url) => {
    await answerWith(page, 'getOverrides', OVERRIDES)
    await page.goto(`${url}/#/overrides`)
    await page.getByText('overlay ada-checkout').waitFor()
  },
  'flag with overrides': async (page, url) => {
    await answerWith(page, 'getOverrides', OVERRIDES)
    await page.goto(url + FLAG)
    await page.getByText('on by 2 strategies for overlay ada-checkout').waitFor()
    await page.getByRole('combobox', { name: 'Request to explain' }).waitFor()
  },
  'playground, for an overlay': async (page, url) => {
    await answerWith(page, 'getOverrides', OVERRIDES)
    await page.goto(`${url}/#/playground`)
    await page.getByRole('combobox', { name: 'Request' }).click()
    await page.getByRole('option', { name: 'overlay ada-checkout' }).click()
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByRole('button', { name: 'why checkout-redesign' }).click()
    await page.getByRole('dialog').getByText('in development, for overlay ada-checkout').waitFor()
  },
  'override, by other strategies': async (page, url) => {
    const dialog = await openDialog(page, url)
    await dialog.getByLabel('For', { exact: true }).selectOption('Requests with a header')
    await dialog.getByLabel('Overlay name').fill('ada')
    await dialog.getByLabel('It is').selectOption('On, by other strategies')
    await dialog.getByRole('textbox', { name: 'Strategies' }).waitFor()
    await dialog.locator('.cm-content').waitFor()
    await dialog.getByLabel('It ends').selectOption('When the service starts again')
  },
  'override, for an API token': async (page, url) => {
    const dialog = await openDialog(page, url)
    await dialog.getByLabel('For', { exact: true }).selectOption('An API token')
    await dialog.getByRole('combobox', { name: 'Token name' }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  },
  'override, segment not found': async (page, url) => {
    const dialog = await openDialog(page, url)
    await dialog.getByLabel('It is').selectOption('On, by other strategies')
    await dialog.locator('.cm-content').fill('[{ "name": "default", "segments": [4711] }]')
    await dialog.getByRole('button', { name: 'Override', exact: true }).click()
    await dialog.getByText('No segment exists with ID "4711"').waitFor()
  },
}
