import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { expectAccessible, launchBrowser, type Checked } from '#support/window/browser.ts'
import {
  documentOverflow,
  foreignWords,
  scrollToEnds,
  takePicture,
  takesPictures,
  watchPage,
} from '#support/window/page.ts'
import { fillSampleInstance } from '#support/samples/sample-instance.ts'
import { startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
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
  { viewport: SMALL, colorScheme: 'light', checked: 'all but colours' },
] as const satisfies readonly {
  viewport: typeof LARGE
  colorScheme: 'light' | 'dark'
  checked?: Checked
}[]

/** Makes the function that opens a page of a sample instance, signed in as its Admin. */
export const pagesOf =
  (instance: ReturnType<typeof useSampleInstance>) =>
  async (path: string, viewport = LARGE): Promise<Page> => {
    const { service, browser, session } = instance()
    const context = await browser.newContext({
      storageState: session,
      viewport,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${service.url}/#${path}`)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
    return page
  }

/** Browsers complain of each refused request: screens that show one end with these words. */
const REFUSALS = [
  ['not found', ' 404 '],
  ['name taken', ' 409 '],
  ['stopped by a policy', ' 403 '],
  ['stopped by an expectation', ' 403 '],
] as const

/** Screens in either theme, large and small: within their bounds, accessible; pictures of them where they are asked for. */
export function shootScreens(screens: Screens): void {
  const instance = useSampleInstance()
  const names = Object.keys(screens)
  let context: BrowserContext | undefined
  let complaints: string[] = []
  /** A page that a screen has left in order: a new one compiles all scripts again, which costs as much as showing the screen. */
  let left: Page | undefined
  const openPage = async (within: BrowserContext): Promise<Page> => {
    const page = left ?? (await within.newPage())
    if (left === page) await page.unrouteAll({ behavior: 'ignoreErrors' })
    else complaints = watchPage(page)
    left = undefined
    // nothing of the window runs here, which could store what is forgotten
    await page.goto(`${instance().service.url}/health`)
    await page.evaluate(forget)
    await page.setViewportSize(LARGE)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.mouse.move(0, 0)
    complaints.length = 0
    return page
  }
  it.each(names)('%s: accessible, within its bounds, without complaints', async (name) => {
    const { service, browser, session } = instance()
    // shared, so that scripts are compiled once; each screen begins with nothing stored
    context ??= await browser.newContext({
      viewport: LARGE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    // a screen may have signed in as somebody else
    await context.clearCookies()
    await context.addCookies(session.cookies)
    const page = await openPage(context)
    await screens[name]?.(page, service.url)
    expect(await foreignWords(page), 'texts that speak of another product').toEqual([])
    for (const { viewport, colorScheme, ...look } of LOOKS) {
      const checked = 'checked' in look ? look.checked : undefined
      if (!checked && !takesPictures) continue
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const file = `${name.replaceAll(' ', '-')}-${colorScheme}-${viewport.width}`
      await takePicture(page, file)
      // an open menu finds its new place with the next frame
      await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
      // the shell is the same around all of them
      if (checked)
        await expectAccessible(page, file, { checked, within: name === names[0] ? 'shell' : 'page' })
    }
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      await scrollToEnds(page)
      await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
      await takePicture(page, `${name.replaceAll(' ', '-')}-end-${viewport.width}`)
    }
    const [, refusal] = REFUSALS.find(([ending]) => name.endsWith(ending)) ?? []
    expect(complaints.filter((one) => refusal === undefined || !one.includes(refusal))).toEqual([])
    left = page
  })
}

/** Empties the storage that other screens have filled. */
function forget(): void {
  localStorage.clear()
  sessionStorage.clear()
}
