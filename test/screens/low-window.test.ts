import { expect, it } from 'vitest'

import { takePicture } from '../support/page.ts'
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
  await page.getByRole('table').getByText('Flag enabled').first().waitFor()
  expect(await isSeen('Event log')).toBe(true)
  expect(await isSeen('Projects')).toBe(false)
  await page.goto(`${service.url}/#/projects`)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(await isSeen('Projects')).toBe(true)
  await takePicture(page, 'low-window')
  await context.close()
})
