import { afterAll, beforeAll, expect, it } from 'vitest'

import { getActionRules } from '#shared/signals/contract/action-rules.ts'
import { getProjectActions } from '#shared/signals/contract/actions.ts'
import { ACTION_SCREENS } from '../screens/action-screens.ts'
import { fillSampleInstance } from '#support/samples/sample-instance.ts'
import { chooseOption } from '#support/window/choose-option.ts'
import { openInstance, type OpenInstance } from '#support/window/open-instance.ts'

let open: OpenInstance
beforeAll(async () => (open = await openInstance(fillSampleInstance)))
afterAll(() => open?.close())

const NAME = 'Old checkout on incidents'

it('a new action set whose rules could not be saved is gone on with, not created twice', async () => {
  const { page, service } = open
  const params = { projectId: 'default' }
  await ACTION_SCREENS['new action set']?.(page, service.url)
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByLabel('Service account'), 'Incident robot')
  await dialog.getByLabel('Environment').selectOption({ label: 'development' })
  await chooseOption(dialog.getByLabel('Flag', { exact: true }), 'checkout-redesign')
  await dialog.getByLabel('Retries').fill('3')
  await page.route(/setActionRules/, (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Create action set' }).click()
  await dialog.getByText("Couldn't save the action set").waitFor()
  await dialog.getByLabel('Retries').fill('4')
  await dialog.getByRole('button', { name: 'Create action set' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { actions } = await service.call(getProjectActions, { params })
  const made = actions.filter(({ name }) => name === NAME)
  expect(made).toHaveLength(1)
  const rules = await service.call(getActionRules, { params: { ...params, id: String(made[0]?.id) } })
  expect(rules.retries).toBe(4)
})
