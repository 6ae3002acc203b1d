import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'
import type { Service } from '#support/service/service.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getReleasePlanTemplates } from '#shared/flags/contract/release-templates.ts'

const FLAGS = '/api/admin/projects/default/features'
const HERE = `${FLAGS}/banner/environments/development`
let instance: OpenInstance | undefined
let service: Service
let page: Page
let complaints: string[]

beforeAll(async () => {
  instance = await openInstance((one) =>
    one.call(createFeature, { params: { projectId: 'default' }, body: { name: 'banner' } }),
  )
  ;({ service, page, complaints } = instance)
})
afterAll(() => instance?.close())

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const plan = async () => ((await service.call('GET', `${HERE}/release-plans`)) as ReleasePlan[])[0]
const activeName = async () => {
  const one = await plan()
  return one?.milestones.find(({ id }) => id === one.activeMilestoneId)?.name
}
const milestoneNames = () =>
  page.getByRole('textbox', { name: /^Milestone / }).evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value)) // prettier-ignore

async function addRollout(milestone: number, percent: string): Promise<void> {
  await button(`Add strategy to milestone ${milestone}`).click()
  await dialog().getByRole('spinbutton').fill(percent)
  await dialog().getByRole('button', { name: 'Use this strategy' }).click()
  await button(`Edit strategy 1 of milestone ${milestone}`).waitFor()
}

it('a template is made, put in order, and kept', async () => {
  await page.goto(`${service.url}/#/release-templates`)
  await page.getByRole('link', { name: 'Progressive rollout' }).waitFor()
  await button('New release template').click()
  await page.getByLabel('Name', { exact: true }).fill('Weekly')
  await expect.poll(() => button('Create template').isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Milestone 1' }).fill('All')
  await addRollout(1, '100')
  await button('Add milestone').click()
  await page.getByRole('textbox', { name: 'Milestone 2' }).fill('Few')
  await addRollout(2, '5')
  await button('Move milestone 2 up').click()
  await expect.poll(milestoneNames).toEqual(['Few', 'All'])
  await page.getByText('Weekly: 5% → 100%').waitFor()
  await button('Create template').click()
  await page.getByRole('link', { name: 'Weekly' }).waitFor()
  const templates = await service.call(getReleasePlanTemplates)
  expect(templates.find(({ name }) => name === 'Weekly')).toMatchObject({
    milestones: [
      { name: 'Few', strategies: [{ parameters: { rollout: '5', groupId: '{{featureName}}' } }] },
      { name: 'All', strategies: [{ parameters: { rollout: '100' } }] },
    ],
  })
  expect(complaints).toEqual([])
})

it('a flag is released by it, step by step', async () => {
  await page.goto(`${service.url}/#/projects/default/features/banner`)
  const card = page.getByRole('region', { name: 'Environment development' })
  await card.getByRole('button', { name: 'Options of development' }).click()
  await page.getByRole('menuitem', { name: 'Use release template' }).click()
  await chooseOption(dialog().getByLabel('Template'), 'Weekly')
  await dialog().getByText('1. Few').waitFor()
  await dialog().getByRole('button', { name: 'Add release plan' }).click()
  await card.getByText('not started', { exact: true }).first().waitFor()

  await page.getByRole('switch', { name: 'Enable banner in development' }).click()
  await card.getByText('milestone 1 of 2').waitFor()
  await expect.poll(() => activeName()).toBe('Few')

  await button('Change when Few ends').click()
  await dialog().getByLabel('After').fill('2')
  await dialog().getByLabel('Unit').selectOption('day')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await card.getByText('starts automatically after 2 days').waitFor()
  await button('Pause').click()
  await card.getByText('the timer is paused').waitFor()
  await button('Resume').click()
  await card.getByText('starts automatically after 2 days').waitFor()

  await button('Edit strategy 1 of Few').click()
  await dialog().getByRole('spinbutton').fill('7')
  await dialog().getByRole('button', { name: 'Save strategy' }).click()
  await card.getByText('On for 7% of users').waitFor()

  await button('Start All').click()
  await dialog().getByRole('button', { name: 'Start milestone' }).click()
  await card.getByText('at the last milestone').waitFor()
  await expect.poll(() => activeName()).toBe('All')
  expect((await plan())?.milestones[0]?.strategies[0]?.parameters['rollout']).toBe('7')

  await button('Add to Safeguards of the plan').click()
  await dialog().getByLabel('Metric').fill('errors')
  await dialog().getByLabel('Threshold').fill('5')
  await dialog().getByRole('button', { name: 'Save safeguard' }).click()
  await card.getByText('no data, never triggers').waitFor()

  await button('Remove plan').click()
  await dialog().getByRole('button', { name: 'Remove plan' }).click()
  await card.getByText('No strategies yet').waitFor()
  expect([await plan(), await service.call('GET', HERE)]).toMatchObject([undefined, { enabled: false }])
  expect(complaints).toEqual([])
})
