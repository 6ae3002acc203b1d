import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { ADMIN_TOKEN } from '#support/service/service.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { documentOverflow, takePicture, watchPage } from '#support/window/page.ts'
import { openBySidebar } from '#support/window/sidebar.ts'
import { root } from '#support/runner/root.ts'
import { pagesOf, useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()
const open = pagesOf(instance)
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const historyButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'History' }).getByRole('button', { name })

it('back and forward are buttons, disabled where they lead nowhere', async () => {
  const page = await open('/projects')
  // no page of the window came before
  await expect.poll(() => historyButton(page, 'Back').isDisabled()).toBe(true)
  await expect.poll(() => historyButton(page, 'Forward').isDisabled()).toBe(true)
  await openBySidebar(page, 'Segments')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await expect.poll(() => historyButton(page, 'Back').isDisabled()).toBe(false)
  await historyButton(page, 'Back').click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await historyButton(page, 'Forward').click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await expect.poll(() => historyButton(page, 'Forward').isDisabled()).toBe(true)
  await page.context().close()
})

it('going back scrolls the page to where it was', async () => {
  const page = await open('/events', { width: 900, height: 400 })
  await page
    .getByRole('table')
    .getByText(/ turned .+ on in /)
    .first()
    .waitFor()
  const scrolled = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('main *')].map((element) => element.scrollTop)),
    )
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 700)
  await expect.poll(scrolled).toBe(700)
  await openBySidebar(page, 'Segments')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await page.goBack()
  await page
    .getByRole('table')
    .getByText(/ turned .+ on in /)
    .first()
    .waitFor()
  await expect.poll(scrolled).toBe(700)
  await page.context().close()
})

it('a page whose code cannot be read says so, and can be loaded again', async () => {
  const page = await open('/projects')
  // as after an upgrade of the service: the files have other names
  await page.route(/SegmentsPage-.+[.]js/, (route) => route.fulfill({ status: 404 }))
  await openBySidebar(page, 'Segments')
  await page.getByRole('alert').getByText("Couldn't load this page").waitFor()
  await takePicture(page, 'page-not-loaded')
  await expectAccessible(page, 'page-not-loaded')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor()
  await page.context().close()
})

it('back asks while something typed is not saved', async () => {
  const page = await open('/projects')
  await openBySidebar(page, 'Segments')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('half typed')
  await page.evaluate(() => history.back())
  await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
  expect(page.url()).toContain('#/segments')
  await page.context().close()
})

it('the sidebar shows its fourteen entries at once, in a small window too', async () => {
  const page = await open('/projects', { width: 900, height: 600 })
  const entries = sidebar(page).getByRole('link')
  await expect
    .poll(() => entries.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    .toEqual([
      ...['#/', '#/projects', '#/features', '#/change-requests', '#/signals', '#/playground'],
      ...['#/segments', '#/context', '#/admin/environments', '#/api-tokens', '#/integrations'],
      ...['#/applications', '#/events', '#/admin/users', '#/settings'],
    ])
  const isClipped = () =>
    sidebar(page).evaluate((nav) =>
      [...nav.querySelectorAll('*')].some(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY === 'auto',
      ),
    )
  await expect.poll(() => isClipped()).toBe(false)
  await takePicture(page, 'sidebar')
  await expectAccessible(page, 'sidebar')

  await page.getByRole('button', { name: 'Narrow the sidebar' }).click()
  await sidebar(page).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await expect.poll(() => isClipped()).toBe(false)
  await takePicture(page, 'sidebar-narrow')
  await expectAccessible(page, 'sidebar-narrow')
  await page.context().close()
})

it('pages of one entry are tabs, which say where one is', async () => {
  const page = await open('/projects', { width: 900, height: 600 })
  await sidebar(page).getByRole('link', { name: 'Activity' }).click()
  const tabs = page.getByRole('navigation', { name: 'Activity' })
  for (const name of ['Event log', 'Request log', 'Evaluation log', 'Impressions']) {
    await tabs.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expect.poll(() => tabs.locator('[aria-current]').allInnerTexts()).toEqual([name])
    await expect.poll(() => sidebar(page).locator('[aria-current]').allInnerTexts()).toEqual(['Activity'])
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => way.getByRole('listitem').allInnerTexts()).toEqual(['Activity', name])
  }
  // a page below one of them leads back to it
  await page.goto(`${instance().service.url}/#/admin/users/1`)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('navigation', { name: 'Access' }).getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
  await takePicture(page, 'access-tabs')
  await expectAccessible(page, 'access-tabs')
  await page.context().close()
})

it('the settings are one area: an entry, a navigation of its own, and the addresses they always had', async () => {
  const page = await open('/projects')
  const settings = page.getByRole('main').getByRole('navigation', { name: 'Settings' })
  await sidebar(page).getByRole('link', { name: 'Settings' }).click()
  for (const [name, path] of [
    ['Traffic', '/admin/instance/network'],
    ['Banners', '/admin/banners'],
    ['OpenID Connect', '/admin/single-sign-on'],
    ['Provisioning', '/admin/provisioning'],
    ['Release templates', '/release-templates'],
    ['Upgrade planner', '/versions/planner'],
    ['This window', '/settings'],
  ] as const) {
    await settings.getByRole('link', { name, exact: true }).click()
    await expect.poll(() => page.url()).toContain(`#${path}`)
    await expect.poll(() => settings.locator('[aria-current]').allInnerTexts()).toEqual([name])
    await expect.poll(() => sidebar(page).locator('[aria-current]').allInnerTexts()).toEqual(['Settings'])
  }
  await page.goto(`${instance().service.url}/#/admin/single-sign-on/saml`)
  await page.getByRole('heading', { name: 'SAML', level: 1 }).waitFor()
  await expect.poll(() => settings.locator('[aria-current]').allInnerTexts()).toEqual(['SAML'])
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `settings-area-${colorScheme}-${width}`)
    }
    await expectAccessible(page, `settings-area-${width}`)
    expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
  }
  // a small window shows one group, and the way to the others
  await settings.getByRole('combobox', { name: 'Settings of' }).selectOption('Network')
  await page.getByRole('heading', { name: 'Addresses', level: 1 }).waitFor()
  await expect
    .poll(() => settings.getByRole('link').allInnerTexts())
    .toEqual([...['Addresses', 'Traffic', 'CORS', 'Mirror', 'Edge', 'Ports', 'Contract version']])
  await page.keyboard.press('s')
  await page.keyboard.press('d')
  await page.getByRole('heading', { name: 'Database', level: 1 }).waitFor()
  await page.context().close()
})

it('the theme can be chosen, is kept, and is there before the first paint', async () => {
  const page = await open('/projects')
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await surface()
  await page.getByRole('button', { name: /^You: / }).click()
  await page.getByRole('menuitem', { name: 'Appearance' }).click()
  const theme = page.getByLabel('Theme', { exact: true })
  await theme.selectOption('Dark')
  await takePicture(page, 'theme')
  await expect.poll(surface).toBe('rgb(17, 17, 19)')
  // without its modules, to see the first paint
  await page.route('**/*.js', (route) =>
    route.request().url().endsWith('/theme.js') ? route.continue() : route.abort(),
  )
  await page.reload()
  expect(await surface()).toBe('rgb(17, 17, 19)')
  await page.unroute('**/*.js')
  await page.reload()
  await expect.poll(() => theme.inputValue()).toBe('dark')
  await theme.selectOption('Light')
  await expect.poll(surface).toBe(light)
  await page.context().close()
})

it('the pages of a project are tabs in two rows, and More holds commands alone', async () => {
  const page = await open('/projects/default', { width: 900, height: 600 })
  const tabs = page.getByRole('navigation', { name: 'Project' })
  for (const name of ['Change requests', 'Actions', 'Insights']) {
    await tabs.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expect.poll(() => tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    await takePicture(page, `project-${name.replace(' ', '-')}-tab`)
  }
  for (const [tab, pages] of [
    ['Applications', ['Code', 'Applications']],
    [
      'Settings',
      ['Access', 'API tokens', 'Change request settings', 'Release templates', 'Archive', 'General'],
    ],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    const below = page.getByRole('main').getByRole('navigation', { name: tab, exact: true })
    for (const name of pages) {
      await below.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name: name === 'General' ? tab : name }).waitFor()
      await expect.poll(() => below.locator('[aria-current]').allInnerTexts()).toEqual([name])
      await expect.poll(() => tabs.locator('[aria-current]').allInnerTexts()).toEqual([tab])
      await takePicture(page, `project-${name.replaceAll(' ', '-')}-tab`)
    }
  }
  // what new flags and strategies begin with is set up there, too
  for (const name of ['Environments', 'Default strategies', 'Context fields']) {
    await page.getByRole('region', { name: 'Set up' }).getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  // one row, in which the current tab, the focused one, and those behind the arrows come into sight
  await page.setViewportSize({ width: 480, height: 600 })
  const tops = await tabs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const sightOf = (name: string) =>
    tabs.getByRole('link', { name }).evaluate((link) => {
      const { left, right } = link.getBoundingClientRect()
      const row = link.parentElement?.getBoundingClientRect()
      return row !== undefined && left >= row.left && right <= row.right
    })
  await expect.poll(() => sightOf('Settings')).toBe(true)
  await expect.poll(() => sightOf('Flags')).toBe(false)
  await tabs.getByRole('link', { name: 'Flags' }).focus()
  await expect.poll(() => sightOf('Flags')).toBe(true)
  await expect.poll(() => sightOf('Settings')).toBe(false)
  await tabs.locator('button').click()
  await expect.poll(() => sightOf('Settings')).toBe(true)
  await page.setViewportSize({ width: 900, height: 600 })
  await tabs.getByRole('link', { name: 'Flags' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  const groups = page.getByRole('menu').getByRole('group')
  await expect
    .poll(() => groups.nth(0).getByRole('menuitem').allTextContents())
    .toEqual(['Environments', 'Default strategies', 'Context fields'])
  await expect.poll(() => groups.nth(1).getByRole('menuitem').allTextContents()).toEqual(['Import', 'Export'])
  await takePicture(page, 'project-more')
  await expectAccessible(page, 'project-more')
  await page.context().close()
})

it('project settings have one save bar, and their scrollbar at the edge of the window', async () => {
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

it('the menu of the person is accessible, and opens the sheet of shortcuts', async () => {
  const page = await open('/projects', { width: 900, height: 600 })
  await page.getByRole('button', { name: 'You: admin' }).click()
  await page.getByRole('menu').getByText('Admin', { exact: true }).waitFor()
  await takePicture(page, 'user-menu')
  await expectAccessible(page, 'user menu')
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await takePicture(page, 'shortcut-sheet')
  expect(await documentOverflow(page)).toEqual({ x: 0, y: 0 })
  await page.context().close()
})

it('the guide is served, accessible, and searched without a network', async () => {
  const page = await open('/projects', { width: 900, height: 600 })
  const complaints = watchPage(page)
  await page.goto(`${instance().service.url}/help`)
  await page.getByRole('heading', { name: 'Halyard', level: 1 }).waitFor()
  await expectAccessible(page, 'guide')
  await page.getByRole('searchbox', { name: 'Search' }).fill('restore backup')
  await page.getByRole('link', { name: 'Restore a backup' }).click()
  await page.getByRole('heading', { name: 'Restore a backup' }).waitFor()
  expect(page.url()).toMatch(/\/help\/troubleshooting\.html#restore-a-backup$/)
  await takePicture(page, 'guide')
  const outside = await page.request.get(`${instance().service.url}/help/..%2f..%2f..%2fpackage.json`)
  expect(outside.status()).toBe(404)
  expect(complaints).toEqual([])
  await page.context().close()
})

it('the guide is searched from a file, and read from page to page', async () => {
  const page = await open('/projects', { width: 1280, height: 800 })
  const complaints = watchPage(page)
  await page.goto(pathToFileURL(path.join(root, 'out/renderer/help/kill-switch.html')).href)
  await page.getByRole('searchbox', { name: 'Search' }).fill('restore backup')
  await page.getByRole('link', { name: 'Restore a backup' }).click()
  await page.getByRole('heading', { name: 'Restore a backup' }).waitFor()
  await page.getByRole('link', { name: 'Next Observability' }).click()
  await page.getByRole('heading', { name: 'Observability', level: 1 }).waitFor()
  await takePicture(page, 'guide-steps')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('the page of the HTTP API is accessible, searched, and shows this address in its examples', async () => {
  const page = await open('/projects', { width: 1280, height: 800 })
  const complaints = watchPage(page)
  const { url } = instance().service
  await page.goto(`${url}/docs/openapi/#createFeature`)
  const own = page.locator('#createFeature')
  await own.getByText(`curl -X POST '${url}/api/admin/projects/default/features'`).waitFor()
  await expectAccessible(page, 'HTTP API')
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('post tags')
  await page.getByText(/^\d+ found$/).waitFor()
  await expect.poll(() => own.isVisible()).toBe(false)
  expect(await page.locator('#createTag').isVisible()).toBe(true)
  await takePicture(page, 'http-api')
  // as who is signed in, and with a token
  const status = own.getByRole('status')
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('createFeature')
  await own.getByLabel('Body').fill('{ "name": "tried-in-the-docs" }')
  await own.getByRole('button', { name: 'Send POST' }).click()
  await expect.poll(() => status.textContent()).toMatch(/^201 in \d+ ms$/)
  expect(await own.getByRole('region', { name: 'Answer' }).textContent()).toContain(
    '"name": "tried-in-the-docs"',
  )
  await page.getByLabel('Token for what you try').fill(ADMIN_TOKEN)
  await own.getByLabel('Body').fill('{ "name": "tried-with-a-token" }')
  await own.getByRole('button', { name: 'Send POST' }).click()
  await own.getByText('"name": "tried-with-a-token"').waitFor()
  await expectAccessible(page, 'HTTP API, tried')
  await takePicture(page, 'http-api-tried')
  expect(complaints).toEqual([])
  await page.context().close()
})
