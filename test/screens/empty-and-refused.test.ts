import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { expectAccessible, launchBrowser } from '#support/window/browser.ts'
import { documentOverflow, foreignWords, takePicture } from '#support/window/page.ts'
import { SAMPLE_PASSWORD } from '#support/samples/sample-people.ts'
import { startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { settle, WINDOW_ROUTES } from '#support/window/window-routes.ts'

// four seconds for each of 112 pages: run only with HALYARD_EVERY_SCREEN (vitest.config.ts)

const temp = makeTempFolder()
let service: Service
let browser: Browser
/** The window of the Admin of an instance where nothing was made yet, and that of a user who may read next to nothing. */
let pages: Record<'empty' | 'refused', Page>

const context = (): Promise<BrowserContext> => browser.newContext({ reducedMotion: 'reduce' })

beforeAll(async () => {
  service = await startService({ dataDir: temp.folder })
  browser = await launchBrowser()
  const empty = await (await context()).newPage()
  await empty.goto(service.signInLink)
  await empty.getByRole('link', { name: 'Default' }).waitFor()
  const role = (await service.call('POST', '/api/admin/roles', {
    name: 'Nothing',
    description: 'May read next to nothing',
    type: 'root-custom',
    permissions: [],
  })) as { id: number; roles?: { id: number } }
  const login = { username: 'nobody', password: SAMPLE_PASSWORD }
  await service.call('POST', '/api/admin/user-admin', { ...login, rootRole: role.roles?.id ?? role.id })
  const theirs = await context()
  await theirs.request.post(`${service.url}/auth/simple/login`, { data: login })
  pages = { empty, refused: await theirs.newPage() }
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  temp.remove()
})

const LOOKS = [
  { viewport: { width: 900, height: 600 }, colorScheme: 'light' },
  { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const

const VALUES: Record<string, string> = {
  projectId: 'default',
  featureName: 'missing',
  requestId: '1',
  templateId: 'missing',
  id: '1',
  tab: 'settings',
  kind: 'all',
  whose: 'all',
  signalId: '1',
}
const PATHS = WINDOW_ROUTES.map((route) =>
  route.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? ''),
)

describe.each(['empty', 'refused'] as const)('%s', (kind) => {
  it.each(PATHS)('%s', async (path) => {
    const page = pages[kind]
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${service.url}/#${path}`)
    await settle(page)
    expect(await foreignWords(page), 'texts that speak of another product').toEqual([])
    for (const { viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const file = `${kind}${path.replaceAll('/', '-')}-${colorScheme}-${viewport.width}`
      await takePicture(page, file)
      expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
    }
    await expectAccessible(page, `${kind} ${path}`)
  })
})
