import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { createPat, deletePat } from '#shared/access/contract/personal-tokens.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { useDesktopApp } from '#support/window/desktop-app.ts'
import { takePicture } from '#support/window/page.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { startBackend } from '#support/service/start-backend.ts'

const stage = useDesktopApp()

const titles = () =>
  stage.desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.getTitle()),
  )
const toProfiles = async (page: Page) => {
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Manage instances' }).click()
  await page.getByRole('heading', { name: 'Instances' }).waitFor()
}
const switchTo = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name} `) }).click()
  await page.getByRole('button', { name: `Instance: ${name}` }).waitFor()
}
const address = (page: Page) => page.getByRole('contentinfo').locator('code').textContent()

const folderItem = () =>
  stage.desktop.app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
    const item = items?.find(({ label }) => label.startsWith('Open data folder'))
    return [item?.label, item?.enabled]
  })

it('a local instance has its own service, and its window can change to it and back', async () => {
  const { page, url } = stage.desktop
  await toProfiles(page)
  await page.getByRole('button', { name: 'Add instance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Tests')
  await takePicture(page, 'profile-new')
  await dialog.getByRole('button', { name: 'Add instance' }).click()
  await page.getByRole('cell', { name: 'Tests', exact: true }).waitFor()

  await switchTo(page, 'Tests')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(await address(page)).not.toBe(url)
  await expect.poll(titles).toEqual(['Home - Tests - Halyard'])
  await page.getByRole('button', { name: /^Instance: / }).click()
  await takePicture(page, 'profile-switcher')
  await page.keyboard.press('Escape')

  await switchTo(page, 'Halyard')
  expect(await address(page)).toBe(url)
  expect(await folderItem()).toEqual(['Open data folder', true])

  // and a window of its own, which closes without a question as another stays
  await toProfiles(page)
  const opened = stage.desktop.app.waitForEvent('window', { timeout: PATIENCE_MS })
  await page.getByRole('row', { name: /Tests/ }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Open in new window' }).click()
  const second = await opened
  await second.getByRole('button', { name: 'Instance: Tests' }).waitFor()
  await takePicture(page, 'profiles')
  await stage.desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getTitle().includes('Tests'))
      ?.close(),
  )
  await expect.poll(() => titles().then(({ length }) => length)).toBe(1)
  expect(stage.desktop.complaints).toEqual([])
})

it('a remote instance shows another Halyard, follows it, and asks for a sign-in when it has to', async () => {
  const there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  try {
    const url = await there.backend.listen('auto')
    const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
    const { secret, id } = (await there.call(createPat, { as: 'boss', body })).body
    const { page } = stage.desktop
    await toProfiles(page)
    await page.getByRole('button', { name: 'Add instance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('remote')
    await dialog.getByLabel('Name', { exact: true }).fill('Staging')
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByLabel('Token').fill('user:wrong')
    await dialog.getByRole('button', { name: 'Add instance' }).click()
    await dialog.getByText('It does not accept this token').waitFor()
    await takePicture(page, 'profile-remote-refused')
    await dialog.getByLabel('Token').fill(secret)
    await dialog.getByRole('button', { name: 'Add instance' }).click()
    await dialog.waitFor({ state: 'detached' })

    await switchTo(page, 'Staging')
    expect(await address(page)).toBe(url)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Flags', exact: true })
      .click()
    const params = { projectId: 'default' }
    await there.call(createFeature, { params, body: { name: 'made-there' } })
    await page.getByRole('link', { name: 'made-there' }).waitFor()

    await there.call(deletePat, { as: 'boss', params: { id } })
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to Staging' }).waitFor()
    await takePicture(page, 'profile-sign-in')
  } finally {
    await there.stop()
  }
})

it('the demo opens in an instance of its own, and a flag of it is promoted to another instance', async () => {
  const { page } = stage.desktop
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Open the demo' }).click()
  await page.getByRole('button', { name: 'Instance: Demo' }).waitFor()
  await page.evaluate(() => (location.hash = '#/projects'))
  await page.getByRole('link', { name: 'Demo shop' }).first().waitFor()

  await page.evaluate(() => (location.hash = '#/profiles'))
  await page
    .getByRole('row', { name: /Halyard/ })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Safe mode').selectOption('production')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Halyard.*production.*read-only/ }).waitFor()
  await page.evaluate(() => (location.hash = '#/profiles/compare'))
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Halyard' })
  const row = page.getByRole('row', { name: /demo-dark-mode/ })
  await row.getByText('only in Demo').waitFor()
  await takePicture(page, 'profiles-compared')
  await expectAccessible(page, 'instances compared', { within: 'page' })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Promote 1 flag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Missing at Halyard').waitFor()
  await dialog.getByLabel('Create what is missing').check()
  await dialog.getByRole('table', { name: 'Changes by kind' }).waitFor()
  await takePicture(page, 'promotion-plan')
  await expectAccessible(page, 'plan of a promotion', { within: 'page' })
  // the plan can be read before anything may be changed there
  const promote = dialog.getByRole('button', { name: 'Promote 1 flag' })
  expect(await promote.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('button', { name: 'Allow changes to Halyard' }).click()
  await page.getByLabel('Type Halyard to confirm').fill('Halyard')
  await takePicture(page, 'promotion-allow')
  await page.keyboard.press('Enter')
  await expect.poll(() => promote.getAttribute('aria-disabled')).toBeNull()
  await dialog.getByRole('button', { name: 'Promote 1 flag' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })

  await switchTo(page, 'Halyard')
  await page.evaluate(() => (location.hash = '#/projects/demo-mobile/features/demo-dark-mode'))
  await page.getByRole('heading', { name: 'demo-dark-mode' }).first().waitFor()
})
