import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { launchBrowser } from '#support/window/browser.ts'
import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { openBySidebar } from '#support/window/sidebar.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const PASSWORD = 'Correct-Horse-1'
const VIEWER = 3

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp
let browser: Browser

beforeEach(async () => {
  temp = makeTempFolder()
  desktop = await startDesktopApp(temp.folder, { env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN } })
  browser = await launchBrowser()
  await post('/user-admin', { username: 'mia', name: 'Mia', password: PASSWORD, rootRole: VIEWER })
  await post('/projects/default/features', { name: 'checkout' })
})
afterEach(async () => {
  await browser.close()
  await desktop.close().catch(() => undefined)
  temp.remove()
})

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${desktop.url}/api/admin${path}`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

async function signInAsMia(): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(desktop.url)
  await page.getByLabel('Username or e-mail').fill('mia')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Default' }).waitFor()
  return page
}

/**
 * Finds the visible reason beside a disabled control; the page also has it hidden, as the control's
 * description.
 */
const waitForReason = (page: Page, reason: string) => page.getByText(reason).locator('visible=true').waitFor()

/** Creates a role for production alone as the window's Admin, and gives it to Mia's group in the project. */
async function giveProductionToMiasGroup({ page }: DesktopApp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await openBySidebar(page, 'Project roles')
  await page.getByRole('button', { name: 'New project role' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Releaser')
  await dialog.getByRole('checkbox', { name: 'Enable/disable flags in production' }).check()
  await dialog.getByRole('checkbox', { name: 'Create activation strategies in production' }).check()
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await dialog.waitFor({ state: 'detached' })

  await openBySidebar(page, 'Groups')
  await page.getByRole('button', { name: 'New group' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Release team')
  await dialog.getByRole('checkbox', { name: 'Mia' }).check()
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByRole('link', { name: /^\d members?$/ }).click()
  await page.getByRole('button', { name: 'Add access' }).first().click()
  await dialog.getByRole('checkbox', { name: 'Release team' }).check()
  await dialog.getByRole('checkbox', { name: 'Releaser' }).check()
  await dialog.getByRole('button', { name: 'Add access' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Release team').first().waitFor()
}

it('a role for production, given to a group, lets its member in there, and says elsewhere why not', async () => {
  const mia = await signInAsMia()
  await mia.getByRole('link', { name: 'Default' }).click()
  await mia.getByRole('switch', { name: 'Enable checkout in development' }).focus()
  await waitForReason(mia, 'Needs “Enable/disable flags” in project Default, environment development.')

  await giveProductionToMiasGroup(desktop)

  // without signing in again: permissions are checked for each request
  await mia.reload()
  await mia.getByRole('switch', { name: 'Enable checkout in production' }).click()
  const confirm = mia.getByRole('button', { name: 'Enable in production' })
  await confirm.click()
  await mia.getByRole('switch', { name: 'Disable checkout in production' }).waitFor()
  await mia.getByRole('switch', { name: 'Enable checkout in development' }).focus()
  await waitForReason(mia, 'Needs “Enable/disable flags” in project Default, environment development.')
})

it('the window answers who may and why, and shows the instance as somebody else sees it, read-only', async () => {
  const { page, complaints } = desktop
  await giveProductionToMiasGroup(desktop)
  await openBySidebar(page, 'Who can')
  await page.getByRole('button', { name: 'Simulator' }).click()
  await chooseOption(page.getByLabel('Operation', { exact: true }), 'Enables a flag in an environment')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('2 of 2').waitFor()
  await chooseOption(page.getByLabel('Who', { exact: true }), 'Mia')
  await page.getByLabel('Environment', { exact: true }).selectOption('development')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('refused', { exact: true }).waitFor()
  await page.getByText('through the group Release team').waitFor()

  await page.getByRole('button', { name: 'View as Mia' }).click()
  await page.getByText('You are viewing the instance as Mia does, read-only.').waitFor()
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByRole('switch', { name: 'Enable checkout in production' }).focus()
  await waitForReason(page, 'You are viewing as Mia. Stop viewing to change something.')
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await page.getByText('You are viewing the instance as Mia does').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByRole('switch', { name: 'Enable checkout in production' }).waitFor()
  expect(complaints).toEqual([])
})
