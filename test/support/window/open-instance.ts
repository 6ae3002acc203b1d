import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from './browser.ts'
import { watchPage } from './page.ts'
import { startService, type Service } from '../service/service.ts'
import { makeTempFolder } from '../runner/temp-folder.ts'

/** A dedicated service, and its page in a browser with the admin signed in. */
export interface OpenInstance {
  service: Service
  browser: Browser
  page: Page
  /** Complaints of the page so far. */
  complaints: string[]
  close(): Promise<void>
}

/** Starts the service, runs the test's setup, and opens the list of projects. */
export async function openInstance(
  prepare: (service: Service) => Promise<unknown> = async () => undefined,
): Promise<OpenInstance> {
  const temp = makeTempFolder()
  let service: Service | undefined
  let browser: Browser | undefined
  const close = async () => {
    await browser?.close()
    await service?.stop()
    temp.remove()
  }
  try {
    service = await startService({ dataDir: temp.folder })
    await prepare(service)
    browser = await launchBrowser()
    const page = await browser.newPage()
    const complaints = watchPage(page)
    await page.goto(service.signInLink)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    return { service, browser, page, complaints, close }
  } catch (error) {
    await close()
    throw error
  }
}
