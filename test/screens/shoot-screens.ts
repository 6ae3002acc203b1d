import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { expectAccessible, launchBrowser, type Checked } from '../support/browser.ts'
import { documentOverflow, foreignWords, scrollToEnds, takePicture, watchPage } from '../support/page.ts'
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
/** A theme changes nothing but colours, and a width nothing but what wraps or is hidden: each is checked for that once. */
const LOOKS = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: WIDE, colorScheme: 'dark' },
  { viewport: LARGE, colorScheme: 'dark', checked: 'colours' },
  { viewport: LARGE, colorScheme: 'light', checked: 'everything' },
  { viewport: SMALL, colorScheme: 'dark' },
  { viewport: SMALL, colorScheme: 'light', checked: 'everything' },
] as const satisfies readonly {
  viewport: typeof LARGE
  colorScheme: 'light' | 'dark'
  checked?: Checked
}[]

/** Screens in either theme, large and small: within their bounds, accessible; pictures of them where they are asked for. */
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
    for (const { viewport, colorScheme, ...look } of LOOKS) {
      const checked = 'checked' in look ? look.checked : undefined
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const file = `${name.replaceAll(' ', '-')}-${colorScheme}-${viewport.width}`
      await takePicture(page, file)
      // an open menu finds its new place with the next frame
      await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
      if (checked) await expectAccessible(page, file, checked)
    }
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      await scrollToEnds(page)
      await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
      await takePicture(page, `${name.replaceAll(' ', '-')}-end-${viewport.width}`)
    }
    expect(complaints.filter((one) => !name.endsWith('not found') || !one.includes('404'))).toEqual([])
    await context.close()
  })
}
