import { describe, expect, it } from 'vitest'

import { CommitUnknown } from '../store-errors.ts'
import { hasCommitted } from './commit-outcome.ts'

/** Outcomes that a server reads, one after the other; errors are thrown. */
function serverOf(...outcomes: unknown[]): Parameters<typeof hasCommitted>[0] {
  const query = async (sql: string) => {
    if (sql.startsWith('insert')) return { rows: [] }
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return { rows: [{ outcome }] }
  }
  return { query } as unknown as Parameters<typeof hasCommitted>[0]
}

const away = () => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
const atOnce = { waitMs: 0 }

describe('the outcome of a commit whose connection was lost', () => {
  it.each([
    ['committed', true],
    ['aborted', false],
  ])('is read from the row that says %s', async (outcome, expected) => {
    expect(await hasCommitted(serverOf(outcome), '7', atOnce)).toBe(expected)
  })

  it('is taken for committed when its row was deleted long ago', async () => {
    const anHourAgo = { ...atOnce, endedAt: Date.now() - 3_600_000 }
    expect(await hasCommitted(serverOf('aborted'), '7', anHourAgo)).toBe(true)
  })

  it('can be asked for again while the server is away', async () => {
    const server = serverOf(away(), away(), 'committed')
    const unknown = await hasCommitted(server, '7', atOnce).catch((error: unknown) => error as CommitUnknown)
    if (!(unknown instanceof CommitUnknown)) throw new Error('the outcome is known')
    await expect(unknown.hasCommitted()).rejects.toThrow(CommitUnknown)
    expect(await unknown.hasCommitted()).toBe(true)
  })
})
