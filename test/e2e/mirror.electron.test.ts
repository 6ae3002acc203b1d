import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { toggleFeatureEnvironmentOff } from '#shared/flags/contract/feature-environments.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { apply } from '#support/stages/promotion-stage.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { useDesktopApp } from '#support/window/desktop-app.ts'
import { takePicture, takesPictures } from '#support/window/page.ts'

const FLAGS = `
scenario: 1
flags:
  - { name: checkout, environments: { development: { enabled: true, strategies: [{ name: default }] } } }
  - { name: search, environments: { development: { enabled: true, strategies: [{ name: default }] } } }
`
const stage = useDesktopApp()
let there: TestBackend
let url: string
beforeAll(async () => {
  there = await startBackend({ rateLimits: { perMinute: {} } })
  await apply(there, FLAGS)
  url = await there.backend.listen('auto')
})
afterAll(() => there.stop())

/** Pictures in the sizes and themes that people look at. */
async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await takePicture(page, `${name}-1280-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 900, height: 700 })
  await takePicture(page, `${name}-900-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Presses Tab until the focus is on a control. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let times = 0; times < 80; times++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
      return element?.getAttribute('aria-label') ?? (labels?.[0] ?? element)?.textContent?.trim()
    })
    if (focused === name) return
  }
  throw new Error(`Tab does not come to ${name}.`)
}

it('an instance elsewhere is mirrored by keyboard, and what changes there is shown', async () => {
  const { page } = stage.desktop
  await page.evaluate(() => (window.location.hash = '#/profiles'))
  await page.getByRole('heading', { name: 'Instances' }).waitFor()
  await tabTo(page, 'Mirror instance')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Live mirror')
  await tabTo(page, 'Address')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(url)
  await tabTo(page, 'Backend tokens')
  await page.keyboard.type('default:development.wrong')
  await expectAccessible(page, 'the dialog of a mirror', { within: 'page' })
  await picture(page, 'mirror-dialog')
  await tabTo(page, 'Mirror instance')
  await page.keyboard.press('Enter')
  await dialog.getByText('It refuses the token (401).').first().waitFor()
  await picture(page, 'mirror-refused')
  await dialog.getByLabel('Backend tokens').fill(BACKEND)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Mirror instance' }).press('Enter')

  await page.getByText('All flags are here.').waitFor()
  await page.getByText('2 flags').waitFor()
  await expectAccessible(page, 'the state of a mirror', { within: 'page' })
  await picture(page, 'mirror-state')
  await tabTo(page, 'Show flags')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Instance: Live mirror' }).waitFor()
  await page.evaluate(() => (window.location.hash = '#/projects/default'))
  await page.getByText('checkout').first().waitFor()
  await picture(page, 'mirror-flags')

  const params = { projectId: 'default', featureName: 'checkout', environment: 'development' }
  await requireSuccess(there.call(toggleFeatureEnvironmentOff, { params }))
  await page.evaluate(() => (window.location.hash = '#/mirror'))
  const changes = page.getByRole('region', { name: 'Changed there since yesterday' })
  await changes
    .getByText(/The upstream changed/)
    .first()
    .waitFor()
  await expectAccessible(page, 'the page of a mirror', { within: 'page' })
  await picture(page, 'mirror-page')

  await page.evaluate(() => (window.location.hash = '#/profiles'))
  const row = page.getByRole('row', { name: /Live mirror/ })
  await row.getByText('mirror', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'State of the mirror' }).waitFor()
  await picture(page, 'mirror-list')
  expect(stage.desktop.complaints).toEqual([])
})

it('a mirror is told from a copy where each is made', async () => {
  const { page } = stage.desktop
  await page.evaluate(() => (window.location.hash = '#/profiles'))
  await page.getByRole('button', { name: 'Mirror instance' }).click()
  await page.getByText('A mirror follows another instance: flags are changed there').waitFor()
  await page.getByText('A copy is your own, and changed as you like.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
