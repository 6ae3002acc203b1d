import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '../lib/answer-procedures.ts'
import { keys, queryClient } from '../lib/queries.ts'
import { rights } from '../lib/rights.svelte.ts'
import type { Status } from '../lib/status.ts'
import { renderWindowContext } from '../lib/window-context.ts'
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
  it('says how long requests to a Halyard wait', async () => {
    render(StatusBar, { context: renderWindowContext() })
    expect(await screen.findByText('longest wait 7 ms')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'read-only' })).toBeNull()
  })

  it('says that another service is only read, until changes are allowed', async () => {
    rights.elsewhere = { version: '7.4.0', allowsChanges: false }
    render(StatusBar, { context: renderWindowContext() })
    const badge = await screen.findByRole('link', { name: 'read-only' })
    expect(badge.getAttribute('href')).toBe('#/profiles')
    expect(screen.queryByText(/longest wait/)).toBeNull()
    rights.elsewhere = { version: '7.4.0', allowsChanges: true }
    await waitFor(() => expect(screen.queryByRole('link', { name: 'read-only' })).toBeNull())
  })
})
