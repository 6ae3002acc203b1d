import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { testAddon } from '#shared/integrations/contract/addon-tests.ts'
import type { Addon } from '#shared/integrations/schemas/addon.ts'
import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import { need } from '#lib/rights.svelte.ts'
import { AddonTester, bodyOf, testOf } from './addon-tester.svelte.ts'
import TestOutcome from './TestOutcome.svelte'

const asked = { test: vi.fn<(input: unknown) => unknown>(), testNew: vi.fn<(input: unknown) => unknown>() }
beforeEach(() => answerProcedures({ testAddon: asked.test, testNewAddon: asked.testNew }))
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const addon: Addon = {
  id: 7,
  provider: 'webhook',
  enabled: true,
  description: 'Audit trail',
  parameters: { url: '*****' },
  events: ['feature-created'],
  projects: [],
  environments: [],
  createdAt: '2026-11-21T12:00:00.000Z',
}
const body = bodyOf(addon)
const request = {
  channel: null,
  host: 'example.com',
  headers: { 'content-type': 'application/json', authorization: '*****' },
  body: '{"type":"integration-test"}',
  durationMs: 12,
  status: 503,
  answer: 'busy',
  problem: 'example.com answers 503.',
}
const result = {
  state: 'failed',
  stateDetails: 'example.com answers 503.',
  durationMs: 12,
  event: {} as AddonTest['event'],
  requests: [request],
} satisfies AddonTest

it('a test of a stored integration sends the form, with secrets as masks', () => {
  expect(body).not.toHaveProperty('id')
  expect(body).not.toHaveProperty('createdAt')
  expect(testOf(7, body).curl).toEqual({
    method: 'POST',
    path: '/api/admin/addons/7/test',
    body,
    needs: need(testAddon),
  })
  expect(testOf(undefined, body).curl.path).toBe('/api/admin/addons/test')
})

it('a test names a stored integration by id, and otherwise sends the one to be created', async () => {
  const tester = new AddonTester()
  asked.test.mockResolvedValue(result)
  asked.testNew.mockResolvedValue(result)
  await tester.send(7, body)
  await tester.send(undefined, body)
  expect(asked.test.mock.calls.map(([sent]) => sent)).toEqual([{ params: { id: '7' }, body }])
  expect(asked.testNew.mock.calls.map(([sent]) => sent)).toEqual([{ body }])
})

it('the result of a test is shown for the tested form only', async () => {
  const tester = new AddonTester()
  asked.test.mockResolvedValue(result)
  expect(tester.resultOf(body)).toBeUndefined()
  await tester.send(7, body)
  expect(tester.resultOf({ ...body })).toEqual(result)
  expect(tester.resultOf({ ...body, parameters: { url: 'https://example.com' } })).toBeUndefined()
  tester.clear()
  expect(tester.resultOf(body)).toBeUndefined()
})

it('a test shows that it waits, then what was sent and received', async () => {
  const tester = new AddonTester()
  let answer = (_test: AddonTest) => {}
  asked.test.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  render(TestOutcome, { tester, body })
  const sending = tester.send(7, body)
  await tick()
  screen.getByText('Waiting for a response...')
  answer(result)
  await sending
  await tick()
  expect(screen.queryByText('Waiting for a response...')).toBeNull()
  screen.getByText('failed')
  screen.getByText('503 in 12 ms')
  screen.getByText('example.com answers 503.')
  expect(screen.getByRole('list', { name: 'Request to example.com' }).textContent).toContain(
    'integration-test',
  )
  expect(screen.getByRole('list', { name: 'Response from example.com' }).textContent).toContain('busy')
})

it('a test that was not sent shows why', async () => {
  const tester = new AddonTester()
  asked.test.mockRejectedValue(new Error('The parameter url is required by Webhook.'))
  render(TestOutcome, { tester, body })
  expect(await tester.send(7, body)).toBe(false)
  await tick()
  expect(screen.getByRole('alert').textContent).toContain('The parameter url is required by Webhook.')
})
