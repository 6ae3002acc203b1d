import { fireEvent, render, screen } from '@testing-library/svelte'
import { push, router } from 'svelte-spa-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import UpgradeReportPage from './UpgradeReportPage.svelte'

let ports: string[] = []
const asked: unknown[] = []

beforeEach(() => {
  asked.length = 0
  queryClient.setQueryData(keys.status, { contractVersion: '7.6.5', strict: null })
  answerProcedures({
    getListeners: () => ({ listeners: ports.map((contract, index) => ({ port: 4243 + index, contract })) }),
    getUpgradeReport: (input) => {
      const { query } = input as { query: { from?: string; to?: string } }
      asked.push(query)
      return { report: { from: query.from, to: '8.2.0', calls: [], failing: 0, outside: 0 } }
    },
  })
})
afterEach(async () => {
  await push('/')
  vi.unstubAllGlobals()
  queryClient.clear()
})

async function show(address = '/versions/calls') {
  await push(address)
  await vi.waitFor(() => expect(`${router.location}?${router.querystring ?? ''}`).toContain(address))
  render(UpgradeReportPage, { context: renderWindowContext() })
  await screen.findByText(/^No requests so far/)
}

describe('the report of requests that an upgrade would break', () => {
  it('begins with the oldest version that a port answers as', async () => {
    ports = ['8.0.0', '6.9.0']
    await show()
    expect(asked).toEqual([{ from: '6.9.0' }])
  })

  it('begins with the version of the instance without older ports', async () => {
    ports = ['8.0.0']
    await show()
    expect(asked).toEqual([{ from: '7.6.5' }])
  })

  it('keeps its range and its groups in the address', async () => {
    ports = []
    await show('/versions/calls?from=5.0.0')
    expect(asked).toEqual([{ from: '5.0.0' }])
    await fireEvent.input(screen.getByLabelText('From'), { target: { value: '4' } })
    await vi.waitFor(() => expect(location.hash).toBe('#/versions/calls?from=4'))
    await fireEvent.change(screen.getByLabelText('Group by'), { target: { value: 'sdk' } })
    await vi.waitFor(() => expect(location.hash).toBe('#/versions/calls?from=4&by=sdk'))
  })
})
