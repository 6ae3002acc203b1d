import { expect, it } from 'vitest'

import { expectAccessible } from '#support/window/browser.ts'
import { takePicture } from '#support/window/page.ts'
import { useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()

it('in a low window the sidebar scrolls, to the page that one is on', async () => {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ viewport: { width: 900, height: 300 }, storageState: session })
  const page = await context.newPage()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const isSeen = (name: string) =>
    sidebar
      .getByRole('link', { name })
      .evaluate((link) => link.contains(document.elementFromPoint(20, link.getBoundingClientRect().y + 8)))
  await page.goto(`${service.url}/#/events`)
  await page
    .getByRole('table')
    .getByText(/ turned .+ on in /)
    .first()
    .waitFor()
  await expect.poll(() => isSeen('Activity')).toBe(true)
  await expect.poll(() => isSeen('Projects')).toBe(false)
  await page.goto(`${service.url}/#/projects`)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  await expect.poll(() => isSeen('Projects')).toBe(true)
  await takePicture(page, 'low-window')
  await context.close()
})

it('in a small window the actions of a row are behind one button, by keyboard too', async () => {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ viewport: { width: 900, height: 400 }, storageState: session })
  const page = await context.newPage()
  await page.goto(`${service.url}/#/admin/environments`)
  const actions = page.getByRole('button', { name: 'Actions of production' })
  await actions.press('Enter')
  const group = page.getByRole('group', { name: 'Actions of production' })
  await group.getByRole('button', { name: 'Edit production' }).waitFor()
  await expectAccessible(page, 'row-actions')
  await takePicture(page, 'row-actions')
  await page.keyboard.press('Escape')
  await group.waitFor({ state: 'hidden' })
  // before the panel has said that it is open
  await actions.evaluate((button: HTMLElement) => {
    button.click()
    button.nextElementSibling?.querySelector('button')?.click()
  })
  await page.getByRole('dialog').waitFor()
  await group.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await actions.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await group.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => actions.evaluate((button) => button === document.activeElement)).toBe(true)
  await context.close()
})

it('no line of a form shows below its foot, where a page is longer than the window', async () => {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, storageState: session })
  const page = await context.newPage()
  await page.goto(`${service.url}/#/admin/instance/database`)
  const start = page.getByRole('button', { name: 'Start move' })
  await start.waitFor()
  // what is at the lower edge of the page, under the button
  const atEdge = () =>
    start.evaluate((button) => {
      const { x, width } = button.getBoundingClientRect()
      const edge = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
      const found = document.elementFromPoint(x + width / 2, edge - 2)
      return found?.contains(button) === true && getComputedStyle(found).position
    })
  await expect.poll(atEdge).toBe('sticky')
  await context.close()
})
