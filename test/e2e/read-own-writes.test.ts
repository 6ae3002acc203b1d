import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'

let instance: OpenInstance | undefined
let service: Service
let page: Page
let isStreamAsked = false
/** Reads take a while. */
let isSlow = false
const READ_MS = 400

beforeAll(async () => {
  instance = await openInstance(async (one) => {
    await one.call('POST', '/api/admin/projects/default/features', { name: 'banner' })
  })
  ;({ service, page } = instance)
  await page.route('**/trpc/changes**', (route) => {
    isStreamAsked = true
    return route.abort()
  })
  // a list that nobody waits for would come too late
  await page.route('**/trpc/get*', async (route) => {
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, READ_MS))
    await route.fallback()
  })
})
afterAll(() => instance?.close())
beforeEach(async () => {
  isSlow = false
  await page.goto('about:blank')
})

const open = (path: string) => page.goto(`${service.url}/#${path}`)
const dialog = () => page.getByRole('dialog')
const row = (name: string | RegExp) => page.getByRole('row', { name })
/** The dialog is gone, and the page painted without it. */
async function closed(): Promise<void> {
  await dialog().waitFor({ state: 'hidden' })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

// nothing is polled here: the state after the dialog closes is what a user sees first
describe('without the stream of changes', () => {
  it('a created item is in its list as soon as the dialog has closed', async () => {
    await open('/context')
    await page.getByRole('button', { name: 'New context field' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('plan')
    isSlow = true
    await page.keyboard.press('Enter')
    await closed()
    expect(await row(/plan/).count()).toBe(1)
    expect(isStreamAsked).toBe(true)
  })

  it('an edited value is the new one as soon as the dialog has closed', async () => {
    await open('/context')
    await page.getByRole('button', { name: 'Edit plan' }).click()
    await dialog().getByLabel('Description').fill('What the customer pays for')
    isSlow = true
    await dialog().getByRole('button', { name: /^Save/ }).click()
    await closed()
    expect(await row(/What the customer pays for/).count()).toBe(1)
  })

  it('a deleted project is gone from the list that is shown next, without an error in between', async () => {
    await service.call('POST', '/api/admin/projects', { id: 'old', name: 'Old shop' })
    await service.call('POST', '/api/admin/projects/archive/old')
    await open('/projects/old/settings')
    await page.evaluate(() => {
      const look = () => {
        if (document.body.textContent.includes("Couldn't load"))
          document.documentElement.dataset['hasFailed'] = 'true'
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
    })
    await page.getByRole('button', { name: 'Delete project' }).click()
    await dialog().getByRole('textbox').fill('old')
    await dialog()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.waitForURL(/#\/projects$/)
    await page.getByRole('link', { name: 'Default' }).first().waitFor()
    expect(await page.getByText('Old shop', { exact: true }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.dataset['hasFailed'])).toBeUndefined()
  })
})
