import type { Page } from 'playwright-core'

import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

const FOLDER = '/home/ada/code/shop'
const inCode = (file: string, line: number, text: string) => ({
  ...{ folder: FOLDER, file, line, column: 5, call: 'isEnabled', text },
})
/** Answer of a scan; the service of the tests may read no folder. */
const CODE = {
  folders: [
    { path: FOLDER, problem: null },
    { path: '/mnt/backup', problem: 'There is no such folder on the machine that runs Halyard.' },
  ],
  scan: { scannedAt: '2026-11-22T12:00:00.000Z', files: 1204, isCut: false, problem: null },
  counts: { used: 14, missing: 1, stale: 0, unused: 1 },
  findings: [
    {
      flag: 'chekout',
      finding: 'missing',
      advice: 'There is no such flag here, so SDKs answer false. Create it, revive it, or correct the name.',
      total: 1,
      places: [inCode('src/cart/checkout.ts', 42, "if (unleash.isEnabled('chekout', context)) {")],
    },
    { flag: 'checkout-redesign', finding: 'unused', advice: 'No code uses it.', total: 0, places: [] },
  ],
}

/** Answer where a token has reported more than its allowance. */
const NOT_KEPT = {
  newApplicationsPerHour: 500,
  megabytesPerHour: 48,
  notKept: {
    application: 6003,
    instance: 41_220,
    count: 5240,
    'unknown-flag': 1,
    context: 0,
    impression: 0,
    metric: 0,
  },
}

/** The screens of projects, of clients, and of the window as a whole. */
export const INSTANCE_SCREENS: Screens = {
  projects: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
  },
  playground: async (page, url) => {
    await page.goto(`${url}/#/playground`)
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByRole('button', { name: 'why checkout-redesign' }).waitFor()
  },
  'playground, trace': async (page, url) => {
    await page.goto(`${url}/#/playground`)
    await page.getByLabel('Context').fill('userId=7,42 country=NO')
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByRole('button', { name: 'why checkout-redesign' }).first().click()
    await page.getByRole('dialog').getByText('Staff').first().waitFor()
  },
  applications: async (page, url) => {
    await page.goto(`${url}/#/applications`)
    await page.getByRole('button', { name: 'shop', exact: true }).waitFor()
  },
  'applications, not kept': async (page, url) => {
    await answerWith(page, 'getNotKept', NOT_KEPT)
    await page.goto(`${url}/#/applications`)
    await page.getByText('Programs reported more in the last 24 hours').click()
    await page.getByText('5,240 counts of flags under the application "(others)"').waitFor()
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
  'evaluation log, decided by the SDK': async (page, url) => {
    await page.goto(`${url}/#/evaluation-log`)
    await page
      .getByRole('row', { name: /warehouse/ })
      .getByRole('button')
      .click()
    const panel = page.getByRole('dialog', { name: 'Decided by warehouse' })
    await panel.getByText('The SDK (in-memory) decided: targeting_match.').first().waitFor()
    await panel.getByText('compact layout').waitFor()
  },
  'evaluation log, OpenTelemetry': async (page, url) => {
    await page.goto(`${url}/#/evaluation-log`)
    await page.getByRole('button', { name: 'Connect OpenTelemetry…' }).click()
    await page.getByRole('dialog').getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${url}/otlp`).waitFor()
  },
  'request log, none': async (page, url) => {
    await answerWith(page, 'getRequestLog', { ...NO_REQUESTS })
    await page.goto(`${url}/#/request-log`)
    await page.getByText('Requests from SDKs, scripts and proxies appear here live').waitFor()
  },
  'request log': async (page, url) => {
    await page.goto(`${url}/#/request-log`)
    await sendRequests(page, url)
    await page.getByRole('cell', { name: '401' }).first().waitFor()
  },
  'request log, refused request': async (page, url) => {
    await page.request.post(`${url}/api/admin/request-log/bodies`, { data: { minutes: 5 } })
    await sendRequests(page, url)
    await page.goto(`${url}/#/request-log?outcome=refused&operation=createFeature`)
    await page
      .getByRole('button', { name: /features ?, request/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('/body/name').first().waitFor()
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
    await page.getByRole('dialog').getByText('Includes everyone where userId is one of 7, 42, 1001').waitFor()
  },
  'segment usage': async (page, url) => {
    await page.goto(`${url}/#/segments`)
    await page.getByRole('button', { name: 'Usage of Beta testers' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'context fields': async (page, url) => {
    await page.goto(`${url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).waitFor()
  },
  'edit context field': async (page, url) => {
    await page.goto(`${url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).click()
    await page.getByRole('dialog').getByRole('group', { name: 'Legal values' }).waitFor()
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
    await page.getByRole('slider', { name: 'Flags by age' }).scrollIntoViewIfNeeded()
  },
  'project applications': async (page, url) => {
    await page.goto(`${url}/#/projects/default/applications`)
    await page.getByRole('button', { name: 'shop', exact: true }).waitFor()
  },
  'project applications, none': async (page, url) => {
    await page.goto(`${url}/#/projects/mobile/applications`)
    await page.getByText("No application has used this project's flags yet").waitFor()
  },
  'project code': async (page, url) => {
    await answerWith(page, 'getProjectCode', CODE)
    await page.goto(`${url}/#/projects/default/code`)
    await page.getByRole('region', { name: 'Unused flags (1)' }).waitFor()
  },
  'archived projects': async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByLabel('Which projects').selectOption('archived')
    await page.getByText('There are no archived projects.').waitFor()
  },
  'event log': async (page, url) => {
    await page.goto(`${url}/#/events`)
    await page.getByRole('table').getByRole('row').nth(5).waitFor()
  },
  palette: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and run commands' }).fill('check')
    await page
      .getByRole('option', { name: /checkout-redesign/ })
      .first()
      .waitFor()
  },
  shortcuts: async (page, url) => {
    await page.goto(`${url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
}

const NO_REQUESTS = {
  ...{ enabled: true, recordsBodiesUntil: null, kept: 0, capacity: 2000 },
  ...{ requests: [], total: 0, newest: 0, operations: [], callers: [] },
}

/** Sends requests as programs do: answered, refused for want of a token, and refused for a wrong name. */
async function sendRequests(page: Page, url: string): Promise<void> {
  await page.request.get(`${url}/api/admin/projects`)
  await page.request.get(`${url}/api/client/features`, {
    headers: { authorization: 'default:production.mistyped', cookie: '', 'unleash-appname': 'shop' },
  })
  await page.request.post(`${url}/api/admin/projects/default/features`, { data: { name: 'not a name' } })
}
