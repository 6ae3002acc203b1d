import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { expectAccessible } from '#support/window/browser.ts'
import { takePicture } from '#support/window/page.ts'
import { pagesOf, useSampleInstance } from './shoot-screens.ts'
import { createUser } from '#shared/access/contract/users.ts'

const instance = useSampleInstance()
const open = pagesOf(instance)
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and run commands' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

it('the search field of the top bar opens the palette, with groups and recent items', async () => {
  const page = await open('/projects')
  await page.getByRole('button', { name: /^Search/ }).click()
  await takePicture(page, 'palette-empty')
  await field(page).fill('checkout')
  await option(page, /^checkout-redesign/).waitFor()
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['dark', 900],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: width === 900 ? 600 : 800 })
    await takePicture(page, `palette-found-${theme}-${width}`)
    await expectAccessible(page, 'palette')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'checkout-redesign' }).waitFor()
  // the key that chose an entry must not press the focused search field
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await takePicture(page, 'palette-recent')
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /^checkout-redesign/ })
    .waitFor()
  await page.context().close()
})

it('the palette has the keys that follow its own, before a frame is drawn: none goes to the page behind', async () => {
  const page = await open('/projects')
  await page.getByRole('button', { name: /^Search/ }).focus()
  // as on a machine that is slow to draw
  const draw = await page.evaluateHandle(() => globalThis.requestAnimationFrame)
  await page.evaluate(() => (globalThis.requestAnimationFrame = () => 0))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to checkout')
  expect(await field(page).inputValue()).toBe('go to checkout')
  await page.evaluate((own) => (globalThis.requestAnimationFrame = own), draw)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('button', { name: /^Search/ }).evaluate((one) => one.matches(':focus')))
    .toBe(true)
  await page.context().close()
})

it.each([
  ['profile', 'Profile', '/profile'],
  ['simulator', 'Simulator Access', '/admin/access/simulator'],
  ['maintenance', 'Maintenance Settings', '/admin/instance/maintenance'],
  ['Default', /^Default default/, '/projects/default'],
] as const)('"%s" finds %s', async (text, name, path) => {
  const page = await open('/segments')
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
  await option(page, name).click()
  await expect.poll(() => page.url()).toContain(`#${path}`)
  await page.context().close()
})

it('commands open the form of their page', async () => {
  const page = await open('/events')
  const run = async (text: string, command: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
    await option(page, command).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: command }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await run('new segment', 'New segment')
  await run('create project', 'New project')
  await page.goto(`${instance().service.url}/#/projects/default`)
  await page.getByRole('link', { name: 'checkout-redesign' }).waitFor()
  await run('nw flg', 'New flag')
  await page.goto(`${instance().service.url}/#/events`)
  await page.getByRole('heading', { name: 'Event log' }).waitFor()
  await run('new flag', 'New flag')
  await page.context().close()
})

it('a flag is turned on in production from anywhere, with the question of its switch', async () => {
  const page = await open('/events')
  await page.keyboard.press('Control+k')
  await field(page).fill('turn new-payments on in production')
  await option(page, 'Turn new-payments on in production').click()
  const dialog = page.getByRole('dialog', { name: /new-payments in production/ })
  await dialog.waitFor()
  await takePicture(page, 'palette-toggle')
  // keys go to the palette for as long as it has the focus
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: /new-payments in production/ }).waitFor()
  await page.context().close()
})

it('who may not do something reads why, and cannot', async () => {
  const { service, browser } = instance()
  const made = await service.call(createUser, {
    body: {
      username: 'palette-viewer',
      password: 'Correct-horse-7-battery',
      rootRole: 3,
    },
  })
  expect(made.id).toBeGreaterThan(0)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(service.url)
  await page.getByLabel('Username').fill('palette-viewer')
  await page.getByLabel('Password').fill('Correct-horse-7-battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  await page.keyboard.press('Control+k')
  await field(page).fill('new user')
  await expect.poll(() => option(page, /^New user/).getAttribute('aria-disabled')).toBe('true')
  await takePicture(page, 'palette-viewer')
  // users are not found
  await field(page).fill('palette-viewer')
  await page.getByText('No results').waitFor()
  await context.close()
})
