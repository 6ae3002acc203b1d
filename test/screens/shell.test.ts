import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { expectAccessible } from '../support/browser.ts'
import { documentOverflow, takePicture } from '../support/page.ts'
import { pagesOf, useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()
const open = pagesOf(instance)
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const historyButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'History' }).getByRole('button', { name })

it('ux 16: back and forward are buttons, disabled where they lead nowhere', async () => {
  const page = await open('/projects')
  // no page of the window came before
  expect(await historyButton(page, 'Back').isDisabled()).toBe(true)
  expect(await historyButton(page, 'Forward').isDisabled()).toBe(true)
  await sidebar(page).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  expect(await historyButton(page, 'Back').isDisabled()).toBe(false)
  await historyButton(page, 'Back').click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await historyButton(page, 'Forward').click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  expect(await historyButton(page, 'Forward').isDisabled()).toBe(true)
  await page.context().close()
})

it('ux 16: going back scrolls the page to where it was', async () => {
  const page = await open('/events', { width: 900, height: 400 })
  await page.getByRole('table').getByText('Flag enabled').first().waitFor()
  const scrolled = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('main *')].map((element) => element.scrollTop)),
    )
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 700)
  await expect.poll(scrolled).toBe(700)
  await sidebar(page).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await page.goBack()
  await expect.poll(scrolled).toBe(700)
  await page.context().close()
})

it('ux 16: back asks while something typed is not saved', async () => {
  const page = await open('/projects')
  await sidebar(page).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('half typed')
  await page.evaluate(() => history.back())
  await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
  expect(page.url()).toContain('#/segments')
  await page.context().close()
})

it('ux 14: groups of the sidebar fold, and stay folded', async () => {
  const page = await open('/projects')
  const users = sidebar(page).getByRole('link', { name: 'Users' })
  await users.waitFor()
  await sidebar(page).getByRole('button', { name: 'Admin' }).click()
  await users.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(await users.count()).toBe(0)
  await takePicture(page, 'sidebar-folded')
  await expectAccessible(page, 'sidebar-folded')
  // the current page is never hidden
  await page.goto(`${instance().service.url}/#/admin/users`)
  await users.waitFor()
  await page.context().close()
})

it('ux 14: Home stays in sight while the sidebar scrolls', async () => {
  const page = await open('/admin/instance', { width: 900, height: 400 })
  const home = sidebar(page).getByRole('link', { name: 'Home' })
  expect(
    await home.evaluate((link) => {
      const { x, y } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + 10, y + 10))
    }),
  ).toBe(true)
  await page.context().close()
})

it('ux 7: the theme can be chosen, is kept, and is there before the first paint', async () => {
  const page = await open('/projects')
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await surface()
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await takePicture(page, 'theme-menu')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(surface).toBe('rgb(17, 17, 19)')
  // without its modules, to see the first paint
  await page.route('**/*.js', (route) =>
    route.request().url().endsWith('/theme.js') ? route.continue() : route.abort(),
  )
  await page.reload()
  expect(await surface()).toBe('rgb(17, 17, 19)')
  await page.unroute('**/*.js')
  await page.reload()
  await page.getByRole('button', { name: 'Theme: Dark' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(surface).toBe(light)
  await page.context().close()
})

it('ux 14: the pages of a project are tabs, and More holds commands alone', async () => {
  const page = await open('/projects/default', { width: 900, height: 600 })
  const tabs = page.getByRole('navigation', { name: 'Project' })
  for (const name of [
    'Change requests',
    'Actions',
    'Insights',
    'Applications',
    'Access',
    'API tokens',
    'Archive',
    'Settings',
  ]) {
    await tabs.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    await takePicture(page, `project-${name.replace(' ', '-')}-tab`)
  }
  await tabs.getByRole('link', { name: 'Flags' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  const groups = page.getByRole('menu').getByRole('group')
  expect(await groups.nth(0).getByRole('menuitem').allTextContents()).toEqual([
    'Environments',
    'Default strategies',
    'Context fields',
  ])
  expect(await groups.nth(1).getByRole('menuitem').allTextContents()).toEqual(['Import', 'Export'])
  await takePicture(page, 'project-more')
  await expectAccessible(page, 'project-more')
  await page.context().close()
})

it('ux 22: project settings have one save bar, and their scrollbar at the edge of the window', async () => {
  const page = await open('/projects/default/settings', { width: 1280, height: 600 })
  await page.getByRole('button', { name: 'Save settings' }).waitFor()
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(1)
  const right = await page.getByLabel('Naming pattern').evaluate((field) => {
    let scroller: Element | null = field
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
    return scroller?.getBoundingClientRect().right
  })
  expect(right).toBe(1280)
  expect(await page.getByLabel('Naming pattern').evaluate((field) => field.clientWidth)).toBeLessThanOrEqual(
    640,
  )
  // one bar saves what two operations of the contract change
  await page.getByLabel('Naming pattern').fill('[a-z-]+')
  await page.getByLabel('Description').fill('The shop of the samples')
  await takePicture(page, 'project-settings-edited')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('The settings were saved').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Naming pattern').inputValue()).toBe('[a-z-]+')
  expect(await page.getByLabel('Description').inputValue()).toBe('The shop of the samples')
  await page.context().close()
})

it('ux 15: the sheet of shortcuts opens from the status bar', async () => {
  const page = await open('/projects', { width: 900, height: 600 })
  await page.getByRole('button', { name: '? for shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await takePicture(page, 'shortcut-sheet')
  expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
  await page.context().close()
})
