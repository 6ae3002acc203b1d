import path from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser } from '#support/window/browser.ts'
import { watchPage } from '#support/window/page.ts'
import { FEATURES, useRemote } from '#support/stages/remote-stage.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN } from '#support/service/start-backend.ts'
import { getFeature, createFeature, updateFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'

const stage = useRemote({ rendererDir: path.join(root, 'out/renderer') })
let browser: Browser
let page: Page
let url: string
let complaints: string[]

beforeAll(async () => {
  stage.here.clock.advance(Date.now() - stage.here.clock.now().getTime())
  url = await stage.here.backend.listen()
  browser = await launchBrowser()
  const context = await browser.newContext()
  await context.addCookies([{ name: 'unleash-session', value: 'session-of-ann', url }])
  page = await context.newPage()
  complaints = watchPage(page)
})
afterAll(() => browser?.close())

const flag = async (name: string) =>
  (await stage.here.call(getFeature, { params: { projectId: 'default', featureName: name } })).body

it('a remote is checked, pulled, and pulled again with a conflict that one decides', async () => {
  const { here, there } = stage
  for (const name of ['campaign', 'header'])
    await there.call(createFeature, {
      params: { projectId: 'default' },
      body: { name, description: 'of the remote' },
    })

  await page.goto(`${url}/#/versions/remotes`)
  await page.getByRole('link', { name: 'the other one' }).click()
  await page.getByLabel('Token', { exact: true }).fill(ADMIN)
  await page.getByLabel('Keep it until I close the app').check()
  await page.getByRole('button', { name: 'Check the remote' }).click()
  await page.getByText('Remote API tokens').waitFor()
  await page.getByText('Its token is kept in memory').waitFor()

  await page.getByRole('button', { name: 'Preview the pull' }).click()
  await page.getByText('First pull: 2 new.').waitFor()
  await page.getByRole('button', { name: 'Pull flags' }).click()
  await page.getByText('Both sides are the same').waitFor()
  expect((await flag('campaign')).description).toBe('of the remote')

  await there.call(updateFeature, {
    params: { projectId: 'default', featureName: 'campaign' },
    body: { description: 'theirs' },
  })
  await here.call(updateFeature, {
    params: { projectId: 'default', featureName: 'campaign' },
    body: { description: 'mine' },
  })
  await there.call(archiveFeature, { params: { projectId: 'default', featureName: 'header' } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('1 conflict to resolve.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Pull flags' }).isDisabled()).toBe(true)
  await page.getByLabel('Description of campaign').selectOption('theirs')
  await page.getByLabel('Flag of header').selectOption('mine')
  await page.getByText('1 changed, 1 kept here.').waitFor()
  await page.getByRole('button', { name: 'Pull flags' }).click()
  await expect.poll(async () => (await flag('campaign')).description).toBe('theirs')
  expect(
    (await here.call(getFeature, { params: { projectId: 'default', featureName: 'header' } })).status,
  ).toBe(200)

  await page.getByText('Both sides are the same').waitFor()
  await page.getByRole('button', { name: 'Remove token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove token' }).click()
  await page.getByLabel('Token', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('what is in the way is said, and nothing is taken over', async () => {
  const { there } = stage
  await there.call(createStrategy, { body: { name: 'their-own', parameters: [] } })
  await there.call(createFeature, { params: { projectId: 'default' }, body: { name: 'special' } })
  const strategies = `${FEATURES}/special/environments/development/strategies`
  await there.call('POST', strategies, { body: { name: 'their-own' } })
  await page.getByLabel('Token', { exact: true }).fill(ADMIN)
  await page.getByRole('button', { name: 'Check the remote' }).click()
  await page.getByText('Remote API tokens').waitFor()
  await page.getByRole('button', { name: 'Preview the pull' }).click()
  await page.getByText('These problems block the pull').waitFor()
  await page.getByText(/custom strategy .* their-own/).waitFor()
  await page.getByLabel('Flag of special').selectOption('mine')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('These problems block the pull').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Pull flags' }).click()
  await page.getByText('Flags pulled into default').first().waitFor()
  expect(
    (await stage.here.call(getFeature, { params: { projectId: 'default', featureName: 'special' } })).status,
  ).toBe(404)
})
