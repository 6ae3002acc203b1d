import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import type { Screens } from './screens.ts'

const ADDONS = '/api/admin/addons'
const INTEGRATIONS = '/#/integrations'

/** The screens of integrations. The first is that of an instance without any. */
export const INTEGRATION_SCREENS: Screens = {
  'integrations, none': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('button', { name: 'Create the first integration' }).waitFor()
  },
  integrations: async (page, url) => {
    await addIntegrations(page, url)
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Release channel' }).waitFor()
  },
  'integration, missing': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}/77`)
    await page.getByRole('link', { name: 'All integrations' }).waitFor()
  },
  'integration, new': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Release channel' }).waitFor()
    await page.getByRole('button', { name: 'New integration' }).click()
    await page.getByLabel('Kind', { exact: true }).selectOption('datadog')
    await page.getByLabel('Datadog API key').fill('0123456789')
    await page.getByRole('checkbox', { name: 'Flag enabled' }).check()
  },
  'integration, edited': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('button', { name: 'Edit Audit trail' }).click()
    await page.getByText('stands for the stored value').first().waitFor()
  },
  'integration, deleted': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('button', { name: 'Delete Release channel' }).click()
    await page.getByRole('dialog').getByText("This can't be undone.").waitFor()
  },
  'integration, what it was told': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByText('It was taken.').first().waitFor()
    await page.getByText('answers 404').waitFor()
  },
  'integration, told of nothing': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Release channel' }).click()
    await page.getByText('No deliveries yet.').waitFor()
  },
  'integration, a request': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('button', { name: 'Show Flag created · told-of' }).click()
    await page.getByRole('dialog').getByText('Request and response').waitFor()
  },
  'integration, tested': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByText('It was taken.').waitFor()
    await page.getByText('Sent request').click()
    await page.getByRole('list', { name: 'Request to 127.0.0.1' }).waitFor()
  },
  'integration, tested before it is saved': async (page, url) => {
    await page.goto(`${url}${INTEGRATIONS}`)
    await page.getByRole('button', { name: 'Edit Audit trail' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Authorization').fill('signal:none-of-its-tokens')
    await dialog.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('127.0.0.1 answers 401.').waitFor()
  },
}

/** A webhook that leads to a signal endpoint of the instance itself, another way first, and a channel that is off. */
async function addIntegrations(page: Page, url: string): Promise<void> {
  const call = async <T>(method: 'post' | 'put', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](`${url}${path}`, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const endpoint = await call<{ id: number }>('post', '/api/admin/signal-endpoints', { name: 'audit' })
  const at = `/api/admin/signal-endpoints/${endpoint.id}/tokens`
  const { token } = await call<{ token: string }>('post', at, { name: 'audit' })
  const webhook = {
    provider: 'webhook',
    description: 'Audit trail',
    enabled: true,
    parameters: { url: `${url}/api/nowhere`, authorization: token },
    events: ['feature-created', 'feature-environment-enabled', 'feature-environment-disabled'],
    projects: ['default'],
  }
  const { id } = await call<{ id: number }>('post', ADDONS, webhook)
  await call('post', ADDONS, {
    provider: 'slack-app',
    description: 'Release channel',
    enabled: false,
    parameters: { accessToken: 'xoxb-1', defaultChannels: 'releases' },
    events: ['feature-environment-enabled'],
    environments: ['production'],
  })
  const told = (count: number) =>
    expect
      .poll(async () => {
        const answer = await page.request.get(`${url}${ADDONS}/${id}/events`)
        return ((await answer.json()) as { integrationEvents: unknown[] }).integrationEvents.length
      })
      .toBeGreaterThanOrEqual(count)
  await call('post', '/api/admin/projects/default/features', { name: 'told-of' })
  await told(1)
  const parameters = { url: `${url}/api/signal-endpoint/audit`, authorization: '*****' }
  await call('put', `${ADDONS}/${id}`, { ...webhook, parameters })
  await call('post', '/api/admin/projects/default/features/told-of/environments/production/on', {})
  await told(2)
}
