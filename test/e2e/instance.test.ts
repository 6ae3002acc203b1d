import { readFileSync } from 'node:fs'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'
import { getMaintenance, toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import { getFeatures, createFeature } from '#shared/flags/contract/features.ts'
import { setCors } from '#shared/instance/contract/ui-config.ts'
import { createUser } from '#shared/access/contract/users.ts'

const APP = 'https://app.example.com'
let instance: OpenInstance | undefined
let service: Service
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  instance = await openInstance()
  ;({ service, browser, page, complaints } = instance)
})
afterAll(() => instance?.close())

const open = (tab: string) => page.goto(`${service.url}/#/admin/instance${tab}`)
const dialog = () => page.getByRole('dialog')
const notice = () => page.getByText('Changes are refused.')
const isOn = async () => (await service.call(getMaintenance)).enabled

it('the palette leads to the settings, by their name and by other words', async () => {
  await page.keyboard.press('Control+k')
  // text typed before has no effect
  await page.getByRole('combobox', { name: 'Search and run commands' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('instance')
  await page.getByRole('option', { name: /^Statistics Settings/ }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('statistics')
  await page.getByRole('option', { name: /^Statistics Settings/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'People and access' }).waitFor()
})

it('the statistics are saved as CSV', async () => {
  await open('')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^halyard-\d{4}-\d\d-\d\d\.csv$/)
  const [names = ''] = readFileSync(await download.path(), 'utf8').split('\n')
  expect(names).toMatch(/^"timestamp","instanceId",.*,"readOnlyUsers","sum"$/)
})

it('what scripts ask is counted', async () => {
  for (let times = 0; times < 4; times++)
    await service.call(getFeatures, { params: { projectId: 'default' } })
  await open('/network')
  await page.getByLabel('Part of the API', { exact: true }).selectOption('/api/admin')
  await expect
    .poll(async () => Number(await page.getByRole('row').nth(1).getByRole('strong').innerText()))
    .toBeGreaterThanOrEqual(4)
})

it('origins are set, and what one types outlives what others save', async () => {
  await open('/cors')
  const origins = page.getByLabel('Origins, one per line')
  await expect.poll(() => origins.inputValue()).toBe('*')
  await origins.fill(`${APP}/cart`)
  expect(await page.getByRole('button', { name: 'Save origins' }).isDisabled()).toBe(true)
  await origins.fill(APP)
  await service.call(setCors, { body: { frontendApiOrigins: ['https://b.example'] } })
  await page.getByText('Only pages of https://b.example may use the frontend API.').waitFor()
  expect(await origins.inputValue()).toBe(APP)
  await page.getByRole('button', { name: 'Save origins' }).click()
  await page.getByText('Origins saved. They apply at once.').waitFor()
  const preflight = await fetch(`${service.url}/api/frontend`, {
    method: 'OPTIONS',
    headers: { origin: APP },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, APP])
})

it('maintenance mode is turned on after a question, told everywhere, and turned off from the notice', async () => {
  await open('/maintenance')
  await page.getByRole('switch', { name: 'Maintenance mode' }).click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(await isOn()).toBe(false)
  await page.getByRole('switch', { name: 'Maintenance mode' }).click()
  await dialog().getByRole('button', { name: 'Turn on' }).click()
  await notice().waitFor()
  expect(await isOn()).toBe(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'maintenance mode' }).waitFor()
  await expect(
    service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'x' } }),
  ).rejects.toThrow('503')

  await page.goto(`${service.url}/#/projects`)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await notice().waitFor({ state: 'hidden' })
  expect(await isOn()).toBe(false)
})

it('the notice comes and goes as others turn the mode on and off', async () => {
  await service.call(toggleMaintenance, { body: { enabled: true } })
  await notice().waitFor()
  await service.call(toggleMaintenance, { body: { enabled: false } })
  await notice().waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})

it('who may change none of it sees how it is, and what it would take', async () => {
  const password = 'Str0ng-Passw0rd-11'
  await service.call(createUser, { body: { username: 'viewer', rootRole: 3, password } })
  const context = await browser.newContext()
  const login = await context.request.post(`${service.url}/auth/simple/login`, {
    data: { username: 'viewer', password },
  })
  expect(login.status()).toBe(200)
  const viewer = await context.newPage()
  await viewer.goto(`${service.url}/#/admin/instance/maintenance`)
  const maintenance = viewer.getByRole('switch', { name: 'Maintenance mode' })
  await maintenance.focus()
  await viewer.getByText('Needs “Change maintenance mode state”').locator('visible=true').waitFor()
  expect(await maintenance.isDisabled()).toBe(true)
  await viewer.goto(`${service.url}/#/admin/instance/cors`)
  await viewer.getByText('needs the permission "Update CORS settings"').waitFor()
  expect(await viewer.getByRole('list', { name: 'Origins' }).innerText()).toBe(APP)
  await viewer.goto(`${service.url}/#/admin/instance/network`)
  await viewer.getByText("Couldn't load the traffic").waitFor()
  await service.call(toggleMaintenance, { body: { enabled: true } })
  await viewer.getByText('Changes are refused.').waitFor()
  expect(await viewer.getByRole('button', { name: 'Turn off' }).count()).toBe(0)
  await service.call(toggleMaintenance, { body: { enabled: false } })
  await context.close()
})
