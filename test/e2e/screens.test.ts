import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SCREENS } from './screens.ts'
import { expectAccessible, launchBrowser } from '../support/browser.ts'
import { screenshotFile, watchPage } from '../support/page.ts'
import { fillSampleInstance } from '../support/sample-instance.ts'
import { startService, type Service } from '../support/service.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const temp = makeTempFolder()
let service: Service
let browser: Browser
let session: Awaited<ReturnType<BrowserContext['storageState']>>

beforeAll(async () => {
  service = await startService({ dataDir: temp.folder })
  await fillSampleInstance(service)
  browser = await launchBrowser()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(service.signInLink)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  session = await context.storageState()
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  temp.remove()
})

it('in a low window the sidebar scrolls, to the page that one is on', async () => {
  const context = await browser.newContext({ viewport: { width: 900, height: 360 }, storageState: session })
  const page = await context.newPage()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const isSeen = (name: string) =>
    sidebar
      .getByRole('link', { name })
      .evaluate((link) => link.contains(document.elementFromPoint(20, link.getBoundingClientRect().y + 8)))
  await page.goto(`${service.url}/#/events`)
  await page.getByText('Flag enabled').first().waitFor()
  expect(await isSeen('Event log')).toBe(true)
  expect(await isSeen('Projects')).toBe(false)
  await page.goto(`${service.url}/#/projects`)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(await isSeen('Projects')).toBe(true)
  await page.screenshot({ path: screenshotFile('low-window') })
  await context.close()
})

const VIEWS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'light', viewport: { width: 900, height: 600 } },
  { colorScheme: 'dark', viewport: { width: 900, height: 600 } },
] as const

describe.each(VIEWS)('in $colorScheme at $viewport.width x $viewport.height', ({ colorScheme, viewport }) => {
  it.each(Object.keys(SCREENS))('%s: accessible, within its bounds, without complaints', async (name) => {
    const context = await browser.newContext({
      colorScheme,
      viewport,
      storageState: session,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints = watchPage(page)
    await SCREENS[name]?.(page, service.url)
    await page.screenshot({
      path: screenshotFile(`${name.replaceAll(' ', '-')}-${colorScheme}-${viewport.width}`),
    })
    await expectAccessible(page, name)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(complaints.filter((one) => name !== 'flag not found' || !one.includes('404'))).toEqual([])
    await context.close()
  })
})
