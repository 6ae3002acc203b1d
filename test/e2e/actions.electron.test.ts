import { setTimeout as sleep } from 'node:timers/promises'

import { Unleash } from 'unleash-client'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { openBySidebar } from '#support/window/sidebar.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const BACKEND = 'default:development.of-the-shop'
const FLAG = '/projects/default/features/checkout'

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp
let sdk: Unleash

beforeEach(async () => {
  temp = makeTempFolder()
  desktop = await startDesktopApp(temp.folder, {
    env: {
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      INIT_BACKEND_API_TOKENS: BACKEND,
      ACTIONS_INTERVAL_SECONDS: '0.5',
    },
  })
  await post('/projects/default/features', { name: 'checkout' })
  await post(`${FLAG}/environments/development/on`)
  await post('/service-account', { name: 'Incident robot', username: 'robot', rootRole: 2 })
  sdk = new Unleash({
    appName: 'shop',
    url: `${desktop.url}/api`,
    customHeaders: { Authorization: BACKEND },
    disableMetrics: true,
    refreshInterval: 200,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => {} },
  })
  await new Promise((resolve) => sdk.once('synchronized', resolve))
})
afterEach(async () => {
  sdk.destroy()
  await desktop.close().catch(() => undefined)
  temp.remove()
})

async function post(path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${desktop.url}/api/admin${path}`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Sends a signal as another system would; repeats it if rejected for more than one signal a second. */
async function send(token: string, payload: unknown): Promise<void> {
  for (;;) {
    const response = await fetch(`${desktop.url}/api/signal-endpoint/alerts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    if (response.ok) return
    if (response.status !== 429) throw new Error(`${response.status} ${await response.text()}`)
    await sleep(1100)
  }
}

it('a signal of another system turns a flag off, by an action that was built in the window; an SDK sees it', async () => {
  const { page, complaints } = desktop
  const dialog = page.getByRole('dialog')
  expect(sdk.isEnabled('checkout')).toBe(true)

  await page.getByRole('link', { name: 'Signals', exact: true }).click()
  await page.getByRole('button', { name: 'Create the first endpoint' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('alerts')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  const shown = await dialog
    .getByText(/^signal:/)
    .first()
    .textContent()
  const token = shown?.trim() ?? ''
  await dialog.getByText('Waiting for the first signal').waitFor()
  await send(token, { severity: 'info', service: 'shop' })
  await dialog.getByText('Waiting for the first signal').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'I have stored the token' }).click()

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Create the first action set' }).click()
  await dialog.getByLabel('Name').fill('No checkout on incidents')
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  await dialog.getByLabel('Path').fill('severity')
  await dialog.getByLabel('Values', { exact: true }).fill('critical')
  await dialog.getByText('severity is "critical": no, the payload has "info".').waitFor()
  await chooseOption(dialog.getByLabel('Service account'), 'Incident robot')
  await dialog.getByLabel('Environment').selectOption('development')
  await dialog.getByLabel('Flag', { exact: true }).fill('checkout')
  await dialog.getByRole('button', { name: 'Run backtest' }).click()
  await dialog.getByText('Would have fired 0 times').waitFor()
  await dialog.getByText('Now it would disable 1 flag.').waitFor()
  await dialog.getByRole('button', { name: 'Create action set' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Never run').waitFor()

  await send(token, { severity: 'warning' })
  await page.getByText('No signals are waiting for actions.').waitFor()
  expect(sdk.isEnabled('checkout')).toBe(true)

  await send(token, { severity: 'critical', service: 'shop' })
  // without a reload: an event refreshes the window
  await page.getByText('1 done, 0 failed').waitFor()
  await expect.poll(() => sdk.isEnabled('checkout')).toBe(false)

  await page.getByRole('button', { name: 'Executions of No checkout on incidents' }).click()
  await dialog.getByText('Disable checkout in development').waitFor()
  await dialog.getByText('Done').first().waitFor()
  await page.keyboard.press('Escape')
  await openBySidebar(page, 'Event log')
  await page.getByRole('table').getByText('robot').first().waitFor()
  expect(complaints).toEqual([])
})
