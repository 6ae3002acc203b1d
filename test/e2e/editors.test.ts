import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'
import { createContextField, getContextField } from '#shared/flags/contract/context.ts'
import { getFeatureStrategies } from '#shared/flags/contract/strategies.ts'

let instance: OpenInstance | undefined
let service: Service
let page: Page

beforeAll(async () => {
  instance = await openInstance()
  ;({ service, page } = instance)
  await service.call(createContextField, {
    body: {
      name: 'country',
      description: 'Where the user is',
      legalValues: [{ value: 'NO', description: 'Norway' }, { value: 'SE' }],
    },
  })
})
afterAll(() => instance?.close())

const region = (environment: string) => page.getByRole('region', { name: `Environment ${environment}` })
const row = (environment: string, strategy: string) =>
  region(environment).getByRole('listitem', { name: strategy })
/** Presses Undo in the notice that says something. */
const undo = (notice: string) =>
  page.getByRole('listitem').filter({ hasText: notice }).getByRole('button', { name: 'Undo' }).click()
const dialog = () => page.getByRole('dialog')
const strategies = async (environment: string) =>
  await service.call(getFeatureStrategies, {
    params: { projectId: 'default', featureName: 'new-checkout', environment },
  })

it('ux task 1: a flag, for 25% in production, where the country is legal', async () => {
  await page.goto(`${service.url}/#/projects/default`)
  await page.getByRole('button', { name: 'New flag' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('new-checkout')
  await page.keyboard.press('Enter')
  await region('production').getByRole('button', { name: 'Add strategy' }).click()
  await dialog().getByRole('spinbutton').fill('25')
  await dialog().getByRole('button', { name: 'Add constraint' }).click()
  await chooseOption(dialog().getByLabel('Context field'), 'country')
  // an unknown country causes a warning, and is found by its description
  const values = dialog().getByLabel('Values', { exact: true })
  await values.fill('NOO,')
  await dialog().getByText('“NOO” is not a legal value of country.').waitFor()
  await page.keyboard.press('Backspace')
  await values.fill('norw')
  await page.keyboard.press('Enter')
  await dialog().getByText('On for 25% of users, where country is one of NO.').waitFor()
  await dialog().getByRole('button', { name: 'Add strategy' }).click()
  await row('production', 'On for 25% of users, where country is one of NO.').waitFor()
  await page.getByRole('switch', { name: /in production/ }).click()
  await dialog().getByRole('button', { name: 'Enable in production' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('switch', { name: 'Disable new-checkout in production' }).waitFor()
  await expect
    .poll(() => strategies('production'))
    .toMatchObject([
      {
        parameters: { rollout: '25' },
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
      },
    ])
})

it('a strategy is copied to another environment, and the copy can be undone', async () => {
  await region('production').getByRole('button', { name: 'Options of strategy 1' }).click()
  await page.getByRole('menuitem', { name: 'Copy to environments' }).click()
  await dialog()
    .getByRole('checkbox', { name: /development/ })
    .check()
  await dialog().getByRole('button', { name: 'Copy strategy' }).click()
  await row('development', 'On for 25% of users, where country is one of NO.').waitFor()
  const [original] = await strategies('production')
  await expect
    .poll(() => strategies('development'))
    .toMatchObject([{ parameters: original?.parameters, constraints: original?.constraints }])
  await undo('copied to development')
  await expect.poll(() => strategies('development')).toEqual([])
  // the next click must not meet a page that moves
  await row('development', 'On for 25% of users').waitFor({ state: 'hidden' })
})

it('a strategy is copied in its own environment, to be changed from there', async () => {
  await region('production').getByRole('button', { name: 'Options of strategy 1' }).click()
  await page.getByRole('menuitem', { name: 'Copy to environments' }).click()
  await dialog()
    .getByRole('checkbox', { name: /production/ })
    .check()
  await dialog().getByRole('button', { name: 'Copy strategy' }).click()
  await region('production').getByRole('button', { name: 'Options of strategy 2' }).waitFor()
  const [original, copy] = await strategies('production')
  expect(copy).toMatchObject({ parameters: original?.parameters, constraints: original?.constraints })
  await undo('copied to production')
  await expect.poll(async () => (await strategies('production')).length).toBe(1)
  await region('production')
    .getByRole('button', { name: 'Options of strategy 2' })
    .waitFor({ state: 'hidden' })
})

it('the buttons of a question stay where they are when the count of contexts comes', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/getBlastRadius/, async (route) => {
    await held
    await route.continue()
  })
  await region('production').getByRole('button', { name: 'Options of strategy 1' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await dialog().getByText('Counting affected contexts').waitFor()
  const place = async () => await dialog().getByRole('button', { name: 'Disable strategy' }).boundingBox()
  const before = await place()
  answer()
  await dialog().getByText('No recent users to preview').waitFor()
  expect(await place()).toEqual(before)
  await page.unroute(/getBlastRadius/)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

it('a strategy is disabled on its card; undo enables it, and the flag that was disabled with it', async () => {
  await region('production').getByRole('button', { name: 'Options of strategy 1' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await dialog().getByText('This is the last active strategy').waitFor()
  await dialog().getByRole('button', { name: 'Disable strategy' }).click()
  await page.getByRole('switch', { name: 'Enable new-checkout in production' }).waitFor()
  await expect
    .poll(() => strategies('production'))
    .toMatchObject([{ disabled: true, parameters: { rollout: '25' } }])
  await undo('is disabled in production')
  await page.getByRole('switch', { name: 'Disable new-checkout in production' }).waitFor()
  await expect
    .poll(() => strategies('production'))
    .toMatchObject([{ disabled: false, parameters: { rollout: '25' } }])
})

it('JSON of a variant has its errors at their line, and is left by Escape and Tab', async () => {
  const complaints: string[] = []
  const note = (message: { type: () => string; text: () => string }) => {
    if (message.type() === 'error') complaints.push(message.text())
  }
  page.on('console', note)
  await page.keyboard.press('Escape')
  await page.goto(`${service.url}/#/projects/default/features/new-checkout`)
  await region('production').getByRole('button', { name: 'Edit strategy 1' }).click()
  await dialog().getByRole('button', { name: 'Add variant' }).click()
  await dialog().getByLabel('Payload of variant 1').selectOption('json')
  await dialog().locator('.cm-editor').waitFor()
  const value = dialog().getByRole('textbox', { name: 'Value of variant 1' })
  await value.fill('{\n  "colour": "blue",\n  price: 7\n}')
  await dialog().getByText('Line 3: a name in double quotes').first().waitFor()
  await expect.poll(() => dialog().locator('.cm-lintRange-error').textContent()).toBe('  price: 7')
  await value.fill('{\n"price": 7\n}')
  await value.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  // the dialog is still there, and the focus behind the editor
  await dialog()
    .getByRole('button', { name: 'Format the JSON of variant 1' })
    .and(page.locator(':focus'))
    .or(dialog().getByRole('button', { name: 'Add variant' }).and(page.locator(':focus')))
    .waitFor()
  await dialog().getByRole('button', { name: 'Save strategy' }).click()
  await dialog().waitFor({ state: 'detached' })
  await expect
    .poll(() => strategies('production'))
    .toMatchObject([{ variants: [{ payload: { type: 'json', value: '{\n  "price": 7\n}' } }] }])
  expect(complaints).toEqual([])
  page.off('console', note)
})

it('JSON is entered in a text area where the code editor cannot be loaded', async () => {
  const noEditor = '**/assets/code-editor-*'
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.route(noEditor, (route) => route.abort())
  await page.reload()
  await region('production').getByRole('button', { name: 'Edit strategy 1' }).click()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/code-editor-'))
  await dialog().getByRole('button', { name: 'Add variant' }).click()
  await dialog().getByLabel('Payload of variant 2').selectOption('json')
  await failed
  await dialog().getByRole('textbox', { name: 'Value of variant 2' }).fill('{"price": 8}')
  expect(await dialog().locator('.cm-editor').count()).toBe(0)
  expect(failures).toEqual([])
  await page.unroute(noEditor)
  await page.reload()
})

it('a context field is cloned with all but its name', async () => {
  await page.keyboard.press('Escape')
  await page.goto(`${service.url}/#/context`)
  await page.getByRole('button', { name: 'Clone country' }).click()
  await dialog().getByRole('heading', { name: 'Clone country' }).waitFor()
  await dialog().getByLabel('Name', { exact: true }).fill('residence')
  await dialog().getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('button', { name: 'Clone residence' }).waitFor()
  expect(await service.call(getContextField, { params: { contextField: 'residence' } })).toMatchObject({
    description: 'Where the user is',
    legalValues: [{ value: 'NO', description: 'Norway' }, { value: 'SE' }],
  })
})
