import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { expectAccessible, launchBrowser } from '../support/browser.ts'
import { documentOverflow, foreignWords, screenshotFile, scrollToEnds, watchPage } from '../support/page.ts'
import { fillSampleInstance } from '../support/sample-instance.ts'
import { startService, type Service } from '../support/service.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import type { Screens } from './screens.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** A sample instance, a browser, and the session of its Admin, for the tests of a file. */
export function useSampleInstance(): () => { service: Service; browser: Browser; session: Session } {
  const temp = makeTempFolder()
  let service: Service
  let browser: Browser
  let session: Session
  beforeAll(async () => {
    service = await startService({
      dataDir: temp.folder,
      env: { ACTIONS_INTERVAL_SECONDS: '1', UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
    })
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
  return () => ({ service, browser, session })
}

const LARGE = { width: 1280, height: 800 }
const SMALL = { width: 900, height: 600 }
const WIDE = { width: 1920, height: 1080 }
const SIZES = [SMALL, LARGE, WIDE]
const LOOKS = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: WIDE, colorScheme: 'dark' },
  { viewport: LARGE, colorScheme: 'dark' },
  { viewport: LARGE, colorScheme: 'light' },
  { viewport: SMALL, colorScheme: 'dark' },
  { viewport: SMALL, colorScheme: 'light' },
] as const

/** Screens in either theme, large and small: shot, within their bounds, accessible. */
export function shootScreens(screens: Screens): void {
  const instance = useSampleInstance()
  it.each(Object.keys(screens))('%s: accessible, within its bounds, without complaints', async (name) => {
    const { service, browser, session } = instance()
    const context = await browser.newContext({
      viewport: LARGE,
      colorScheme: 'light',
      storageState: session,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints = watchPage(page)
    await screens[name]?.(page, service.url)
    expect(await foreignWords(page), 'ux 25: texts that speak of another product').toEqual([])
    for (const { viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const file = `${name.replaceAll(' ', '-')}-${colorScheme}-${viewport.width}`
      await page.screenshot({ path: screenshotFile(file) })
      expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
      // contrast and names do not depend on the width: once in each theme, and once where things wrap
      if (viewport !== WIDE) await expectAccessible(page, file)
    }
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      await scrollToEnds(page)
      expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
      await page.screenshot({ path: screenshotFile(`${name.replaceAll(' ', '-')}-end-${viewport.width}`) })
    }
    expect(complaints.filter((one) => !name.endsWith('not found') || !one.includes('404'))).toEqual([])
    await context.close()
  })
}
