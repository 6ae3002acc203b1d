import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import { runProgram } from '#support/service/program.ts'
import type { Service } from '#support/service/service.ts'
import { createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'

let instance: OpenInstance | undefined
let service: Service
let page: Page
let complaints: string[]

beforeAll(async () => {
  instance = await openInstance()
  ;({ service, page, complaints } = instance)
})
afterAll(() => instance?.close())

/** Runs a command line as it was shown, in a shell; answers what the service said. */
const inShell = (command: string) =>
  runProgram('sh', ['-c', command.replace('curl ', 'curl -s -w "\\n%{http_code}" ')])

it('an endpoint is made, its cURL is run as it stands, and the signal is seen at once', async () => {
  await page.goto(`${service.url}/#/signals`)
  await page.getByRole('button', { name: 'Create the first endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('alerts')
  await dialog.getByLabel('First token name').fill('grafana')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.getByText('Waiting for the first signal').waitFor()
  const curl = await dialog.locator('pre').innerText()
  expect(await inShell(curl)).toMatch(/"severity":"critical".*\n200$/s)

  // nothing was clicked meanwhile
  await dialog.getByText('First signal received').waitFor()
  await dialog.getByText('from grafana').waitFor()
  await dialog.getByRole('list', { name: 'Payload of the first signal' }).getByText('"critical"').waitFor()
  await dialog.getByRole('button', { name: 'I have stored the token' }).click()

  await page.getByRole('link', { name: 'alerts', exact: true }).click()
  await page.getByRole('button', { name: /^Signal 1: / }).waitFor()
  await new Promise((resolve) => setTimeout(resolve, 1000)) // the limit is one a second
  expect(await inShell(curl.replace('critical', 'low'))).toMatch(/\n200$/)
  await page.getByRole('button', { name: /^Signal 2: .*low/ }).waitFor()
  // a sender over the limit gets an error, which the Admin sees in the list
  await expect
    .poll(() => Promise.all(Array.from({ length: 6 }, () => inShell(curl))))
    .toContainEqual(expect.stringMatching(/Too many requests, please try again later\.\n429$/))
  await page.getByRole('link', { name: 'Refused requests' }).click()
  await page
    .getByRole('row', { name: /429.*signal token/ })
    .first()
    .waitFor()
})

it('a signal is replayed, and one is sent with a wrong token and with none', async () => {
  await page.getByRole('link', { name: 'Signals', exact: true }).last().click()
  await page.getByRole('button', { name: /^Signal 1: / }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByRole('button', { name: 'Replay signal' }).click()
  await page.getByText('Signal 1 replayed').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /replay by admin/ }).waitFor()

  await page.getByRole('button', { name: 'Send a signal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Token').fill('signal:wrong')
  await dialog.getByRole('button', { name: 'Send signal' }).click()
  await dialog.getByText('The endpoint refused it').waitFor()
  await dialog.getByLabel('Token').fill('')
  // it takes the place of a text area
  await dialog.locator('.cm-editor').waitFor()
  await dialog.getByLabel('Payload', { exact: true }).fill('["by hand"]')
  await dialog.getByRole('button', { name: 'Send signal' }).click()
  await dialog.getByText('is stored.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.getByRole('button', { name: /by hand/ }).waitFor()
  expect(complaints.filter((one) => !/40[0-9]/.test(one))).toEqual([])
})

it('a signal has an address of its own, which can be handed on', async () => {
  const address = `${service.url}/#/signals/1/signal/1`
  await page.goto(address)
  const dialog = page.getByRole('dialog', { name: 'Signal 1' })
  await dialog.getByText('"critical"').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  // closing it leads to its endpoint
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Signal 1: / }).waitFor()
  expect(page.url()).toBe(`${service.url}/#/signals/1`)
  await page
    .getByRole('row', { name: /replay by admin/ })
    .getByRole('button')
    .click()
  await page.getByText('replay of').getByRole('link', { name: '1' }).click()
  await dialog.waitFor()
  expect(page.url()).toBe(address)

  // an empty list is not shown as an error
  const before = complaints.length
  await page.goto(`${service.url}/#/signals/1/signal/99`)
  await page.getByText('Could not find the signal with id 99').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(complaints.slice(before).filter((one) => !one.includes('404'))).toEqual([])
})

it('an endpoint that is turned off takes nothing', async () => {
  await page.goto(`${service.url}/#/signals`)
  await page.getByRole('switch', { name: 'Turn off alerts' }).click()
  await page.getByRole('switch', { name: 'Turn on alerts' }).waitFor()
  const token = await service.call(createSignalEndpointToken, {
    params: { signalEndpointId: '1' },
    body: { name: 'late' },
  })
  const response = await fetch(`${service.url}/api/signal-endpoint/alerts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.token}` },
  })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    404,
    'The signal endpoint alerts is turned off',
  ])
})
