import '#support/runner/own-display.ts'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { documentOverflow, takePicture } from '#support/window/page.ts'
import { WINDOW_ROUTES } from '#support/window/window-routes.ts'
import { NOT_IN_EDITION, NOT_OFFERED } from '#shared/versions/rules/offered-elsewhere.ts'
import { describeOriginals } from './support/originals.ts'
import { SKELETONS, startProfileWindow, type ProfileWindow } from './support/profile-window.ts'

/** Values of the parameters of routes, at the seed. */
const VALUES: Readonly<Record<string, string>> = {
  projectId: 'default',
  featureName: 'flag-000',
  requestId: '1',
  templateId: '1',
  id: '1',
  tab: 'settings',
  kind: 'all',
  whose: 'all',
  signalId: '1',
}
const TABS = [
  'network',
  'edge',
  'cors',
  'email',
  'database',
  'scenario',
  'maintenance',
  'licence',
  'feedback',
]
const PATHS = [
  ...WINDOW_ROUTES.filter((route) => route !== '/admin/instance/:tab').map((route) =>
    route.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? ''),
  ),
  ...TABS.map((tab) => `/admin/instance/${tab}`),
]
const NOT_HERE = new RegExp(`^(${[NOT_OFFERED, NOT_IN_EDITION].join('|')})`)
const LOOKS = [
  { width: 900, height: 600, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
] as const
describeOriginals('the pages of the window', ({ version, original }) => {
  let window: ProfileWindow
  beforeAll(async () => {
    window = await startProfileWindow(original().url, original().seeded.pats.admin)
  })
  afterAll(() => window?.stop())

  it.each(PATHS)('shows %s, or says why not', async (path) => {
    const { page, app, traffic, open } = window
    app.complaints.length = 0
    traffic.exchanges.length = 0
    await open(path)
    for (const { width, height, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await takePicture(page, `real-${version}${path.replaceAll('/', '-')}-${colorScheme}-${width}`)
      await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
    }
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
    if (await page.locator('main').getByText(NOT_HERE).isVisible()) {
      const tabs = page.locator('main nav:not([aria-label="Breadcrumb"]) a[aria-current]')
      const current = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      const others = current.filter((href) => href === null || !`#${path}/`.startsWith(`${href}/`))
      expect(others, 'tabs of another page').toEqual([])
    }
    expect(await page.locator(SKELETONS).count(), 'parts that are never read').toBe(0)
    expect(traffic.exchanges.filter(({ status }) => status >= 400)).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
