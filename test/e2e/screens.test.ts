import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

/** Each screen: how one gets there, and what is there when it is ready. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  projects: async (page) => {
    await page.goto(`${service.url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
  },
  flags: async (page) => {
    await page.goto(`${service.url}/#/projects/default`)
    await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'bulk actions': async (page) => {
    await page.goto(`${service.url}/#/projects/default`)
    await page.getByRole('checkbox', { name: 'Choose beta-banner' }).check()
    await page.getByRole('checkbox', { name: 'Choose checkout-redesign' }).check()
    await page.getByText('2 chosen').waitFor()
  },
  'clone flag': async (page) => {
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  },
  'create flag': async (page) => {
    await page.goto(`${service.url}/#/projects/default`)
    await page.getByRole('button', { name: 'New flag' }).click()
    await page.getByLabel('Name', { exact: true }).fill('not a name')
    await page.getByText(/URL/).first().waitFor()
  },
  flag: async (page) => {
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    await page.getByText('Staff').waitFor()
  },
  'edit strategy': async (page) => {
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Edit strategy 1' }).first().click()
    await page.getByRole('dialog').getByText('NO, SE').first().waitFor()
  },
  'confirm production': async (page) => {
    await page.goto(`${service.url}/#/projects/default/features/search-ranking`)
    await page.getByRole('switch', { name: /production/ }).click()
    await page.getByRole('button', { name: 'Disable in production' }).waitFor()
  },
  'flag not found': async (page) => {
    await page.goto(`${service.url}/#/projects/default/features/nothing`)
    await page.getByText('The flag cannot be read').waitFor()
  },
  segments: async (page) => {
    await page.goto(`${service.url}/#/segments`)
    await page.getByText('Beta testers').waitFor()
  },
  'edit segment': async (page) => {
    await page.goto(`${service.url}/#/segments`)
    await page.getByRole('button', { name: 'Edit Beta testers' }).click()
    await page.getByRole('dialog').getByText('In it: userId is one of 7, 42, 1001').waitFor()
  },
  'segment usage': async (page) => {
    await page.goto(`${service.url}/#/segments`)
    await page.getByRole('button', { name: 'What uses Beta testers' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'checkout-redesign' }).waitFor()
  },
  'context fields': async (page) => {
    await page.goto(`${service.url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).waitFor()
  },
  'edit context field': async (page) => {
    await page.goto(`${service.url}/#/context`)
    await page.getByRole('button', { name: 'Edit country' }).click()
    await page.getByRole('dialog').getByLabel('Legal values').waitFor()
  },
  tokens: async (page) => {
    await page.goto(`${service.url}/#/api-tokens`)
    await page.getByText('web shop').waitFor()
  },
  'event log': async (page) => {
    await page.goto(`${service.url}/#/events`)
    await page.getByText('Flag enabled').first().waitFor()
  },
  palette: async (page) => {
    await page.goto(`${service.url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('check')
    await page.getByRole('option', { name: /checkout-redesign/ }).waitFor()
  },
  shortcuts: async (page) => {
    await page.goto(`${service.url}/#/projects`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
}

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
    await SCREENS[name]?.(page)
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
