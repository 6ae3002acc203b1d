import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { keys, queryClient } from '#lib/queries.ts'
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
})

describe('the status bar', () => {
  it('says where the service is, and since when all is saved', async () => {
    queryClient.setQueryData(keys.status, { ...status, lastDurableAt: new Date().toISOString() })
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('https://flags.example.com')).toBeTruthy()
    expect(screen.getByText('API 7.4.0')).toBeTruthy()
    expect(screen.getByText(/^Saved/).textContent).toBe('Saved just now')
  })

  it('leaves the delays of the machine to its metrics', async () => {
    queryClient.setQueryData(keys.status, { ...status, longTurn: { ms: 200, work: ['getFeature'] } })
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('API 7.4.0')).toBeTruthy()
    expect(screen.queryByText(/ ms$/)).toBeNull()
  })
})
