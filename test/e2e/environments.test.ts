import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import {
  toggleFeatureEnvironmentOn,
  getFeatureEnvironment,
} from '#shared/flags/contract/feature-environments.ts'
import { getAllEnvironments, getEnvironment } from '#shared/projects/contract/environments.ts'

let instance: OpenInstance | undefined
let service: Service
let page: Page
let complaints: string[]

beforeAll(async () => {
  instance = await openInstance(async (one) => {
    await one.call(createFeature, { params: { projectId: 'default' }, body: { name: 'banner' } })
    await one.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'banner', environment: 'production' },
    })
  })
  ;({ service, page, complaints } = instance)
})
afterAll(() => instance?.close())

const order = async () => (await service.call(getAllEnvironments)).environments.map(({ name }) => name)
const shown = () => page.getByRole('row').locator('.tag').allInnerTexts()
const dialog = () => page.getByRole('dialog')

it('an environment is created, moved by button and by dragging, turned off and deleted', async () => {
  await page.goto(`${service.url}/#/admin/environments`)
  await page.getByRole('button', { name: 'New environment' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('staging')
  await dialog().getByLabel('Type', { exact: true }).selectOption('other')
  await dialog().getByLabel('Name of the type').fill('lab')
  await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['development', 'production', 'staging'])

  await page.getByRole('button', { name: 'Move staging up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['development', 'staging', 'production'])
  await page.getByRole('row', { name: /production/ }).dragTo(page.getByRole('row', { name: /development/ }))
  await expect.poll(shown).toEqual(['production', 'development', 'staging'])
  expect(await order()).toEqual(['production', 'development', 'staging'])

  await page.getByRole('switch', { name: 'Turn staging off for new projects' }).click()
  await dialog().getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('switch', { name: 'Turn staging on for new projects' }).waitFor()
  expect(await service.call(getEnvironment, { params: { name: 'staging' } })).toMatchObject({
    type: 'lab',
    enabled: false,
  })

  await page.getByRole('button', { name: 'Delete staging' }).click()
  const remove = dialog().getByRole('button', { name: 'Delete environment' })
  expect(await remove.isDisabled()).toBe(true)
  await dialog().getByLabel('Type staging to confirm').fill('staging')
  await remove.click()
  await expect.poll(shown).toEqual(['production', 'development'])
  expect(complaints).toEqual([])
})

it('a clone has what its source has', async () => {
  await page.goto(`${service.url}/#/admin/environments`)
  await page.getByRole('button', { name: 'Clone production' }).click()
  await dialog().getByText('1 project will have it').waitFor()
  await dialog().getByRole('button', { name: 'Clone environment' }).click()
  await page.getByRole('button', { name: 'Edit production-copy' }).waitFor()
  expect(
    await service.call(getFeatureEnvironment, {
      params: { projectId: 'default', featureName: 'banner', environment: 'production-copy' },
    }),
  ).toMatchObject({
    enabled: true,
    strategies: [{ name: 'flexibleRollout' }],
  })
})

it('a project takes an environment out and in again, told what it loses', async () => {
  await page.goto(`${service.url}/#/projects/default`)
  await page.getByRole('switch', { name: 'Disable banner in production', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Environments' }).click()
  await page.getByRole('switch', { name: 'Remove production', exact: true }).click()
  await dialog().getByText('1 flag is enabled there').waitFor()
  await dialog().getByRole('button', { name: 'Remove environment' }).click()
  await page.getByRole('switch', { name: 'Add production', exact: true }).click()
  await page.getByRole('switch', { name: 'Remove production', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('switch', { name: 'Enable banner in production', exact: true }).waitFor()
  expect(
    await service.call(getFeatureEnvironment, {
      params: { projectId: 'default', featureName: 'banner', environment: 'production' },
    }),
  ).toMatchObject({
    enabled: false,
    strategies: [],
  })
  expect(complaints).toEqual([])
})
