import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'

let instance: OpenInstance | undefined
let service: Service
let browser: Browser
let page: Page
let other: Page

beforeAll(async () => {
  instance = await openInstance()
  ;({ service, browser, page } = instance)
  const session = await page.context().storageState()
  other = await (await browser.newContext({ storageState: session })).newPage()
  await other.goto(`${service.url}/#/segments`)
  await other.getByRole('button', { name: 'New segment' }).waitFor()
})
afterAll(() => instance?.close())

const bannersOf = (window: Page) => window.getByRole('region', { name: 'Banners' })

it('a banner that is created shows in every open window at once', async () => {
  await page.goto(`${service.url}/#/admin/banners`)
  await page.getByRole('button', { name: 'New banner' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Message', { exact: true }).fill('Down **tonight**')
  await editor.getByRole('group', { name: 'Preview' }).getByText('tonight').waitFor()
  await editor.getByRole('button', { name: 'Create banner' }).click()
  await bannersOf(page).getByText('tonight').waitFor()
  await bannersOf(other).getByText('tonight').waitFor()
})

it('it is dismissed once for all windows of the user, also after they are opened anew', async () => {
  await bannersOf(other)
    .getByRole('button', { name: /^Dismiss banner/ })
    .click()
  await bannersOf(other).waitFor({ state: 'detached' })
  await bannersOf(page).waitFor({ state: 'detached' })
  await other.reload()
  await other.getByRole('button', { name: 'New segment' }).waitFor()
  expect(await bannersOf(other).count()).toBe(0)
})

it('with other words it is shown again, and a sticky one cannot be dismissed', async () => {
  await page.getByRole('button', { name: /^Edit banner/ }).click()
  await page.getByRole('dialog').getByLabel('Message', { exact: true }).fill('Down tomorrow')
  await page.getByRole('dialog').getByLabel('Sticky').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save banner' }).click()
  await bannersOf(other).getByText('Down tomorrow').waitFor()
  expect(await bannersOf(other).getByRole('button').count()).toBe(0)
})

it('turning it off hides it everywhere, deleting it can be undone', async () => {
  await page.getByRole('switch', { name: 'Show banner Down tomorrow' }).click()
  await bannersOf(other).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete banner Down tomorrow' }).click()
  await page.getByText('Banner deleted').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Banner deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('switch', { name: 'Show banner Down tomorrow' }).waitFor()
})
