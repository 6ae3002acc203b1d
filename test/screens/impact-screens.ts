import type { Page } from 'playwright-core'

import type { ImpactSeries } from '#shared/flags/schemas/impact-metric.ts'
import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

/** The screens of impact metrics: their page, and the charts of a flag. */
export const IMPACT_SCREENS: Screens = {
  'impact metrics': async (page, url) => {
    await haveDayOfValues(page)
    await page.goto(`${url}/#/impact-metrics`)
    await page.getByRole('slider', { name: 'The rise of orders in the last day' }).focus()
    await page.getByText('checkout-redesign: blue').first().waitFor()
  },
  'impact metrics, as a table': async (page, url) => {
    await haveDayOfValues(page)
    await page.goto(`${url}/#/impact-metrics`)
    await page.getByRole('button', { name: 'Show as table' }).first().click()
    await page.getByRole('columnheader', { name: 'checkout-redesign: blue' }).waitFor()
  },
  'impact metrics, add chart': async (page, url) => {
    await haveDayOfValues(page)
    await page.goto(`${url}/#/impact-metrics`)
    await page.getByRole('button', { name: 'Add chart' }).click()
    await page.getByRole('dialog').getByLabel('Metric', { exact: true }).fill('orders')
    await page.getByRole('dialog').getByRole('slider').waitFor()
  },
  'flag, impact': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('region', { name: 'Impact' }).scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: 'Impact' }).getByRole('slider').waitFor()
  },
  insights: async (page, url) => {
    await page.goto(`${url}/#/insights`)
    await page.getByRole('region', { name: 'In development' }).getByText('flags').waitFor()
    await page.getByRole('region', { name: 'Flags', exact: true }).waitFor()
    await page.getByRole('slider', { name: 'Health, percent' }).waitFor()
  },
  'instance edge': async (page, url) => {
    await page.goto(`${url}/#/admin/instance/edge`)
    // it is there, and another one is behind it
    await page.getByText('edge-eu-1').nth(1).waitFor()
  },
  'instance edge, CDN tokens': async (page, url) => {
    await page.goto(`${url}/#/admin/instance/edge`)
    await page.getByRole('button', { name: 'CDN tokens' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Pages of the shop')
  },
  'instance network, by group': async (page, url) => {
    await page.goto(`${url}/#/admin/instance/network`)
    await page.getByLabel('Shown').selectOption('requests')
    await page.getByRole('slider', { name: 'Requests by group' }).waitFor()
  },
  'instance network, per second': async (page, url) => {
    await page.goto(`${url}/#/admin/instance/network`)
    await page.getByLabel('Shown').selectOption('rate')
    await page
      .getByRole('slider', { name: 'Requests per second' })
      .or(page.getByText('No requests in the last six hours'))
      .waitFor()
  },
  'release template, built in': async (page, url) => {
    await page.goto(`${url}/#/release-templates`)
    await page.getByRole('link', { name: 'Progressive rollout' }).click()
    await page.getByLabel('Name', { exact: true }).and(page.locator('input')).waitFor()
    await page.getByText('Saving creates a copy').waitFor()
  },
  'flag, no impact': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('button', { name: 'Add chart' }).scrollIntoViewIfNeeded()
  },
}

const QUARTER_MS = 900_000

/** A sample instance has lived for minutes: a day of values is put in its mouth. */
async function haveDayOfValues(page: Page): Promise<void> {
  const last = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS
  const at = (index: number) => new Date(last - (95 - index) * QUARTER_MS).toISOString()
  const lineOf = (variant: string, scale: number) => ({
    labels: { 'checkout-redesign': variant },
    points: Array.from({ length: 96 }, (_none, index) => ({
      at: at(index),
      value: Math.round(scale * (6 + 4 * Math.sin(index / 11) + ((index * 7) % 5))),
    })).filter((_point, index) => index < 40 || index > 46),
  })
  const data: ImpactSeries = {
    step: '15m',
    start: at(0),
    end: at(95),
    lines: [lineOf('blue', 9), lineOf('red', 5), lineOf('disabled', 2)],
    more: 0,
  }
  await answerWith(page, 'getImpactMetricSeries', data)
}
