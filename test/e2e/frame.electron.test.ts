import { writeFileSync } from 'node:fs'
import path from 'node:path'

import type { MenuItem } from 'electron'
import { expect, it } from 'vitest'

import { useDesktopApp } from '#support/window/desktop-app.ts'
import { takePicture } from '#support/window/page.ts'
import { openBySidebar } from '#support/window/sidebar.ts'

const stage = useDesktopApp()

const bounds = () =>
  stage.desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
const zoom = () =>
  stage.desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel(),
  )

it('size, place, zoom, theme and page of the window are remembered', async () => {
  const { app, page } = stage.desktop
  await openBySidebar(page, 'Segments')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 120, y: 90, width: 1000, height: 700 }),
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme dark')
  await page.getByRole('option', { name: 'Theme: dark' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zoom in')
  await page.getByRole('option', { name: 'Zoom in' }).click()
  await expect.poll(zoom).toBe(0.5)
  await stage.desktop.close()

  await stage.start()
  await stage.desktop.page.getByRole('heading', { name: 'Segments' }).waitFor()
  expect(await bounds()).toMatchObject({ width: 1000, height: 700 })
  await expect.poll(zoom).toBe(0.5)
  const look = await stage.desktop.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
  expect(look).toBe('dark')
  expect(await stage.desktop.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(17, 17, 19)',
  )
})

it('a place that is on no screen any more is not used', async () => {
  await stage.desktop.close()
  writeFileSync(
    path.join(stage.folder, 'window/desktop.json'),
    JSON.stringify({ bounds: { x: 9000, y: 9000, width: 900, height: 640 }, page: '/nowhere' }),
  )
  await stage.start()
  const now = await bounds()
  expect(now).toMatchObject({ width: 900, height: 640 })
  expect(now?.x).toBeLessThan(1920)
  await stage.desktop.page.getByRole('heading', { name: 'Not found' }).waitFor()
})

it('Alt+Left and the buttons of the mouse go back and forward', async () => {
  const { app, page } = stage.desktop
  await openBySidebar(page, 'Segments')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.emit('app-command', {}, 'browser-backward'),
  )
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

it('the menu is our own, and its commands work', async () => {
  const { app, page } = stage.desktop
  const labels = await app.evaluate(({ Menu }) => {
    const all = (items: readonly MenuItem[]): string[] =>
      items.flatMap((item) => [item.label, ...(item.submenu ? all(item.submenu.items) : [])])
    return all(Menu.getApplicationMenu()?.items ?? []).filter((label) => label !== '')
  })
  expect(labels).toEqual(
    expect.arrayContaining([
      'New flag…',
      'Find in page…',
      'Toggle sidebar',
      'About Halyard',
      'Documentation',
    ]),
  )
  expect(labels.filter((label) => /electron|learn more|community|issues/i.test(label))).toEqual([])
  const choose = (label: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const find = (items: readonly MenuItem[]): MenuItem | undefined => {
        for (const item of items) {
          const found = item.label === wanted ? item : item.submenu && find(item.submenu.items)
          if (found) return found
        }
        return undefined
      }
      find(Menu.getApplicationMenu()?.items ?? [])?.click()
    }, label)
  await choose('About Halyard')
  const about = page.getByRole('dialog', { name: 'About Halyard' })
  await about.getByText('Chromium').waitFor()
  await takePicture(page, 'about')
  await about.getByRole('button', { name: 'Close' }).click()
  await choose('New project…')
  await page.getByRole('dialog', { name: 'New project' }).waitFor()
  await page.keyboard.press('Escape')
  await choose('Event log')
  await page.getByRole('heading', { name: 'Event log' }).waitFor()
  await choose('Toggle sidebar')
  await page.getByRole('button', { name: 'Widen the sidebar' }).waitFor()
  await choose('Light')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
})

it('text is found in the page', async () => {
  const { page } = stage.desktop
  await openBySidebar(page, 'Strategies')
  await page.getByText('flexibleRollout').first().waitFor()
  await page.keyboard.press('Control+f')
  const bar = page.getByRole('search', { name: 'Find in page' })
  const field = bar.getByRole('textbox', { name: 'Find in page' })
  await field.pressSequentially('flexibleRoll')
  const count = async () => /(\d+) of (\d+)/.exec((await bar.getByRole('status').textContent()) ?? '') ?? []
  await expect.poll(async () => (await count()).length).toBe(3)
  // around all matches, but not the search field
  const all = Number((await count())[2])
  const seen = new Set<string | undefined>()
  for (let step = 0; step < all; step++) {
    const [, before] = await count()
    seen.add(before)
    await field.press('Enter')
    if (all > 1) await expect.poll(async () => (await count())[1]).not.toBe(before)
  }
  expect([...seen].sort()).toEqual(Array.from({ length: all }, (_one, index) => String(index + 1)).sort())
  expect(await field.inputValue()).toBe('flexibleRoll')
  await field.fill('nowhere at all')
  await bar.getByText('No match').waitFor()
  await takePicture(page, 'find-bar')
  await field.press('Escape')
  await bar.waitFor({ state: 'detached' })
})
