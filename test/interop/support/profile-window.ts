import type { Page } from 'playwright-core'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { watchTraffic, type Traffic } from '#support/window/watch-traffic.ts'

/** Window of the app that shows a service, and what passes between both. */
export interface ProfileWindow {
  page: Page
  app: DesktopApp
  traffic: Traffic
  /** Opens a page of the window, and waits until all it reads is there. */
  open: (path: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts the app with an empty folder, and adds the profile of an Unleash-compatible service as a person does. */
export async function startProfileWindow(url: string, token: string): Promise<ProfileWindow> {
  const { folder, remove } = makeTempFolder()
  const traffic = await watchTraffic(url)
  const app = await startDesktopApp(folder)
  const { page } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Manage instances' }).click()
  await page.getByRole('button', { name: 'Add instance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('original')
  await dialog.getByLabel('Name', { exact: true }).fill('Real')
  await dialog.getByLabel('Address').fill(traffic.url)
  await dialog.getByLabel('Token').fill(token)
  await dialog.getByRole('button', { name: 'Add instance' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitemradio', { name: /^Real / }).click()
  await page.getByRole('button', { name: 'Instance: Real' }).waitFor()
  return {
    page,
    app,
    traffic,
    open: async (path) => {
      await page.evaluate((to) => (location.hash = `#${to}`), path)
      await settle(page, traffic)
    },
    stop: async () => {
      await app.close()
      traffic.stop()
      remove()
    },
  }
}

/** Allows changes to the service of the profile, by its name. */
export async function allowChanges({ page }: ProfileWindow): Promise<void> {
  await page.evaluate(() => (location.hash = '#/profiles'))
  await page.getByRole('row', { name: /Real/ }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Allow changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type Real to confirm').fill('Real')
  await dialog.getByRole('button', { name: 'Allow changes' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Selects what stands for content that is not read yet: bars, or words. */
export const SKELETONS =
  'main :is(:is(.short, .medium, .long)[aria-hidden="true"], [role="status"]:text-matches("^\\s*Loading "))'

/** Time after which a page that is read no further counts as broken, on the slowest machine. */
const SETTLED_WITHIN_MS = 90_000

/** Waits until a page shows its title, nothing is read any more, and nothing changes. */
async function settle(page: Page, traffic: Traffic): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const look = async () => ({
    requests: traffic.open,
    skeletons: await page.locator(SKELETONS).count(),
    words: await page.getByRole('main').innerHTML(),
  })
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (let before = ''; ;) {
    const { requests, skeletons, words } = await look()
    if (words === before && requests === 0 && skeletons === 0) return
    if (performance.now() > deadline)
      throw new Error(
        `${page.url()} does not settle: ${requests} requests are open, ${skeletons} parts are not read, ` +
          `the page ${words === before ? 'stays' : 'changes'}`,
      )
    before = words
    await page.waitForTimeout(100)
  }
}
