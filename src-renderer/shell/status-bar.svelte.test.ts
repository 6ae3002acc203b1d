import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { rights } from '#lib/rights.svelte.ts'
import type { Status } from '#lib/status.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import StatusBar from './StatusBar.svelte'

const status: Status = {
  url: 'https://flags.example.com',
  contractVersion: '7.4.0',
  strict: null,
  dataDir: '',
  database: '',
  maintenance: false,
  writable: true,
  failure: null,
  lastDurableAt: null,
  lagMs: 7,
  longTurn: null,
  scenarioFails: false,
}

beforeEach(() => {
  answerProcedures({})
  queryClient.setQueryData(keys.status, status)
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  rights.elsewhere = undefined
})

describe('the status bar', () => {
  it('says how long requests to a Halyard waited, if one waited long', async () => {
    queryClient.setQueryData(keys.status, { ...status, longTurn: { ms: 200, work: ['getFeature'] } })
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('longest wait 7 ms')).toBeTruthy()
  })

  it('does not say it while no request waited long', async () => {
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('API 7.4.0')).toBeTruthy()
    expect(screen.queryByText(/longest wait/)).toBeNull()
  })

  it('does not say it of another service', async () => {
    queryClient.setQueryData(keys.status, { ...status, longTurn: { ms: 200, work: ['getFeature'] } })
    rights.elsewhere = { version: '7.4.0', edition: null, takesFlagVariants: true }
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('API 7.4.0')).toBeTruthy()
    expect(screen.queryByText(/longest wait/)).toBeNull()
  })
})
