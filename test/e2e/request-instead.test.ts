import path from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { launchBrowser } from '../support/browser.ts'
import { requestsOf, type Requests } from '../support/change-requests.ts'
import { screenshotFile, watchPage } from '../support/page.ts'
import { root } from '../support/root.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

let app: TestBackend
let requests: Requests
let browser: Browser
let url: string
let complaints: string[] = []

beforeAll(async () => {
  app = await startBackend({
    rendererDir: path.join(root, 'out/renderer'),
    users: [
      { username: 'root', roles: ['Admin'] },
      { username: 'vera', roles: ['Admin'] },
      { username: 'mel', roles: ['Viewer', 'Member'] },
    ],
  })
  app.clock.advance(Date.now() - app.clock.now().getTime())
  requests = requestsOf(app)
  await requests.configure(1)
  url = await app.backend.listen()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})
afterEach(() => {
  expect(complaints).toEqual([])
  complaints = []
})

/** A browser in which a user is signed in. */
async function signedIn(username: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'unleash-session', value: `session-of-${username}`, url }])
  const page = await context.newPage()
  complaints = watchPage(page)
  return { context, page }
}
const isOn = async (flag: string) => {
  const { body } = await app.call(
    'GET',
    `/api/admin/projects/default/features/${flag}/environments/production`,
  )
  return (body as { enabled: boolean }).enabled
}

it('ux 5: an Admin sees that change requests are bypassed, asks instead; another approves and applies', async () => {
  await requests.addFlag('spring-sale')
  const admin = await signedIn('root')
  const dialog = admin.page.getByRole('dialog')
  await admin.page.goto(`${url}/#/projects/default/features/spring-sale`)
  await admin.page
    .getByText('Change requests are on. You may skip them: your changes take effect at once.')
    .waitFor()
  await admin.page.getByRole('switch', { name: 'Enable spring-sale in production' }).click()
  await dialog.getByText('Change requests are on in production. This change takes effect at once.').waitFor()
  await dialog.getByRole('button', { name: 'Enable in production' }).waitFor()
  await admin.page.screenshot({ path: screenshotFile('request-instead-offered') })
  await dialog.getByRole('button', { name: 'Request instead' }).click()
  expect(await dialog.getByLabel('Change request').inputValue()).toBe('new')
  expect(await dialog.getByLabel('Change request').evaluate((one) => one === document.activeElement)).toBe(
    true,
  )
  await admin.page.screenshot({ path: screenshotFile('request-instead-chosen') })
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await admin.page.getByText(/^Added to your draft/).waitFor()
  expect(await isOn('spring-sale')).toBe(false)
  await admin.page.getByRole('button', { name: 'Open', exact: true }).click()
  await admin.page.getByRole('button', { name: 'Send to review' }).click()
  await dialog.getByRole('button', { name: 'Send to review' }).click()
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await admin.context.close()

  const other = await signedIn('vera')
  const asked = other.page.getByRole('dialog')
  await other.page.goto(`${url}/#/change-requests`)
  await other.page.getByRole('link', { name: /^Change request #/ }).click()
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  await other.page.getByRole('button', { name: 'Apply changes' }).click()
  await asked.getByRole('button', { name: 'Apply changes' }).click()
  await expect.poll(() => isOn('spring-sale')).toBe(true)
  await other.context.close()
})

it('ux 6: a change joins an approved request only when that is chosen, with what is lost', async () => {
  await requests.addFlag('first')
  await requests.addFlag('second')
  const enable = { action: 'updateEnabled', feature: 'first', payload: { enabled: true } }
  const { id } = await requests.add(enable, 'mel')
  await requests.move(id, 'In review', 'mel')
  await requests.move(id, 'Approved', 'root')

  const mel = await signedIn('mel')
  const dialog = mel.page.getByRole('dialog')
  await mel.page.goto(`${url}/#/projects/default/features/second`)
  await mel.page.getByRole('switch', { name: 'Enable second in production' }).click()
  const choice = dialog.getByLabel('Change request')
  await choice.waitFor()
  expect(await choice.inputValue()).toBe('new')
  await choice.selectOption({ label: `Change request #${id}, Approved, 1 change` })
  await dialog.getByText('Its approval will be withdrawn. It goes back to review.').waitFor()
  await mel.page.screenshot({ path: screenshotFile('request-joins-approved') })
  await choice.selectOption({ label: 'New change request' })
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await mel.page.getByText(/^Added to your draft/).waitFor()
  expect(await requests.get(id)).toMatchObject({ state: 'Approved' })
  await mel.context.close()
})
