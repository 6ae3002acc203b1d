import path from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  addEndpoint,
  addServiceAccount,
  addSignal,
  actionSet,
  createSet,
  switching,
} from '#support/stages/actions.ts'
import { launchBrowser } from '#support/window/browser.ts'
import { chooseFilter } from '#support/window/choose-option.ts'
import { takePicture, watchPage } from '#support/window/page.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOn,
  getFeatureEnvironment,
} from '#shared/flags/contract/feature-environments.ts'

const VIEWER = 3
let app: TestBackend
let browser: Browser
let url: string

beforeAll(async () => {
  app = await startBackend({
    rendererDir: path.join(root, 'out/renderer'),
    users: [{ username: 'root', roles: ['Admin'] }],
  })
  url = await app.backend.listen()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

it('a failed action is seen on Home, granted, retried and done', async () => {
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'checkout' } })
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
  })
  const robot = await addServiceAccount(app, 'robot', VIEWER)
  const endpoint = await addEndpoint(app, 'alerts')
  await createSet(app, actionSet(endpoint, robot, { actions: [switching('OFF', 'checkout')] }))
  await addSignal(app, endpoint, { severity: 'critical' })
  await app.backend.runJobs()

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'unleash-session', value: 'session-of-root', url }])
  const page = await context.newPage()
  const complaints = watchPage(page)
  await page.goto(`${url}/#/`)
  const failed = page.getByRole('main').getByRole('link', { name: '1 failed action', exact: true })
  await failed.waitFor()
  expect(await page.getByRole('contentinfo').getByRole('link', { name: '1 failed action' }).count()).toBe(1)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Signals.*1 failed action/ })
    .waitFor()
  await takePicture(page, 'home-with-failed-action')
  await failed.click()

  const set = page.getByRole('region', { name: 'Failed: Turn off' })
  await set.getByText('needs “Enable/disable flags”').waitFor()
  await set.getByRole('link', { name: 'Grant access to The robot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 user selected').waitFor()
  await dialog.getByRole('checkbox', { name: /^Member/ }).check()
  await dialog.getByRole('button', { name: 'Add access' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`${url}/#/signals/view/failed`)
  await set.getByText('Nothing is missing now: retry it.').waitFor()
  await set.getByRole('button', { name: /^Retry signal/ }).click()
  await page.getByText('Turn off was retried: done').waitFor()
  await page.getByText('No action has failed.').waitFor()
  await page.goto(`${url}/#/signals/view/all`)
  const outcome = page.getByRole('table', { name: 'Signals' }).getByText('Done')
  await outcome.waitFor()
  // visible without pointing at its row
  await page.mouse.move(0, 0)
  await expect.poll(() => outcome.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
  await chooseFilter(page, 'Outcome of the actions', 'Failed')
  await page.getByText('0 signals').waitFor()
  const { body } = await app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
  })
  expect(body.enabled).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})
