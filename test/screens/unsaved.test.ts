import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { takePicture } from '#support/window/page.ts'
import { useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()

/** Opens the editor of a segment in a page of its own, and types a name into it. */
async function typeIntoEditor(): Promise<Page> {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${service.url}/#/projects`)
  await page.getByRole('link', { name: 'Default' }).waitFor()
  await page.goto(`${service.url}/#/segments`)
  await page.getByRole('button', { name: 'New segment' }).click()
  await editor(page).getByLabel('Name', { exact: true }).fill('half typed')
  return page
}
const editor = (page: Page) => page.getByRole('dialog')
const typed = (page: Page) => editor(page).getByLabel('Name', { exact: true }).inputValue()
const question = (page: Page) => page.getByRole('alertdialog')

it('Escape keeps an edited panel open and asks', async () => {
  const page = await typeIntoEditor()
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  await takePicture(page, 'unsaved-panel')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  expect(await typed(page)).toBe('half typed')
  await page.context().close()
})

it('a click beside an edited panel asks, and discards when told to', async () => {
  const page = await typeIntoEditor()
  await page.mouse.click(20, 400)
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await editor(page).waitFor({ state: 'detached' })
  await page.context().close()
})

it('a panel that nobody edited closes at once', async () => {
  const page = await typeIntoEditor()
  await editor(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New segment' }).click()
  await editor(page).getByLabel('Name', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await editor(page).waitFor({ state: 'detached' })
  await page.context().close()
})

it('going back with unsaved input asks, and goes on when told to', async () => {
  const page = await typeIntoEditor()
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Discard your changes?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  expect(page.url()).toContain('#/segments')
  expect(await typed(page)).toBe('half typed')
  await page.goBack()
  await leaving.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(page.url()).toContain('#/projects')
  await page.context().close()
})

it('a secret that is shown once asks before it goes', async () => {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ storageState: session })
  const page = await context.newPage()
  await page.goto(`${service.url}/#/profile`)
  await page.getByRole('button', { name: 'New token' }).click()
  await editor(page).getByLabel('Description').fill('kept by nobody')
  await editor(page).getByRole('button', { name: 'Create token' }).click()
  await editor(page).getByRole('button', { name: 'I have stored it' }).waitFor()
  await page.keyboard.press('Escape')
  await question(page).getByText('The secret is not shown again.').waitFor()
  await question(page).getByRole('button', { name: 'Keep open' }).click()
  await editor(page).getByRole('button', { name: 'I have stored it' }).click()
  await editor(page).waitFor({ state: 'detached' })
  await context.close()
})
