import path from 'node:path'

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { launchBrowser } from '#support/window/browser.ts'
import { takePicture, watchPage } from '#support/window/page.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

let app: TestBackend
let browser: Browser
let page: Page
let panel: Locator
let url: string
let complaints: string[] = []

beforeAll(async () => {
  app = await startBackend({
    rendererDir: path.join(root, 'out/renderer'),
    users: [{ username: 'root', roles: ['Admin'] }],
  })
  app.clock.advance(Date.now() - app.clock.now().getTime())
  for (const name of ['first', 'second', 'third'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  url = await app.backend.listen()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'unleash-session', value: 'session-of-root', url }])
  page = await context.newPage()
  complaints = watchPage(page)
  panel = page.getByRole('dialog')
  await page.goto(`${url}/#/events`)
})
afterEach(async () => {
  await page.context().close()
  expect(complaints).toEqual([])
  complaints = []
})

const rowOf = (flag: string) => page.getByRole('row').filter({ hasText: flag })
const openerOf = (flag: string) => rowOf(flag).getByRole('button', { name: /^Details of/ })
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
const showsEventOf = (flag: string) => panel.getByText(flag, { exact: false }).first().waitFor()

describe('the panel of details', () => {
  it('leaves the list usable: a click on another row shows that one', async () => {
    await openerOf('third').click()
    await showsEventOf('third')
    await takePicture(page, 'details-beside-list')
    await openerOf('first').click()
    await showsEventOf('first')
    await page.getByRole('searchbox', { name: 'Search the event log' }).fill('second')
    await openerOf('second').click()
    await showsEventOf('second')
    expect(await panel.count()).toBe(1)
    expect(await panel.getAttribute('aria-modal')).toBeNull()
  })

  it('follows the arrow keys in the list, and Enter goes into it', async () => {
    await openerOf('third').focus()
    await page.keyboard.press('Enter')
    await showsEventOf('third')
    expect(await isFocused(openerOf('third'))).toBe(true)
    await page.keyboard.press('ArrowDown')
    await showsEventOf('second')
    expect(await isFocused(openerOf('second'))).toBe(true)
    expect(await rowOf('second').getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await showsEventOf('third')
    await page.keyboard.press('Enter')
    expect(await isFocused(panel)).toBe(true)
  })

  it('closes with Escape from either side, and gives the row its focus back', async () => {
    await openerOf('second').click()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await isFocused(openerOf('second'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'dialog')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await isFocused(openerOf('second'))).toBe(true)
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await isFocused(openerOf('second'))).toBe(true)
  })

  it('covers the list in a small window, and scrolls nothing out of sight', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    await openerOf('first').click()
    await showsEventOf('first')
    const box = await panel.boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(900)
    const { scroll, height } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollHeight,
      height: window.innerHeight,
    }))
    expect(scroll).toBe(height)
    await takePicture(page, 'details-small-window')
  })
})
