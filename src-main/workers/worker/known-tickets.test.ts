import { expect, it } from 'vitest'

import type { Actor } from '#kernel/caller.ts'
import { KnownTickets } from './known-tickets.ts'

const MINUTE_MS = 60_000
const actor: Actor = {
  ...{ kind: 'frontend-token', username: 'web', tokenHash: 'h' },
  ...{ environment: 'test', projects: ['*'] },
}

it('a ticket is asked for once in a minute, for each token and overlay, and again after an error', async () => {
  let now = 10 * MINUTE_MS + 1
  let isAway = true
  const asked: string[] = []
  const tickets = new KnownTickets(
    {
      ticketOf: (token, overlay = '') => {
        asked.push(`${token} ${overlay}`)
        return isAway
          ? Promise.reject(new Error('the main process is away'))
          : Promise.resolve({ text: `${asked.length}`, period: 0 })
      },
    },
    () => new Date(now),
  )
  await expect(tickets.of(actor, undefined)).rejects.toThrow('away')
  isAway = false
  expect(await tickets.of(actor, undefined)).toEqual({ text: '2', period: 0 })
  expect(await tickets.of(actor, undefined)).toEqual({ text: '2', period: 0 })
  expect(await tickets.of(actor, 'ada')).toEqual({ text: '3', period: 0 })
  now = 11 * MINUTE_MS
  expect(await tickets.of(actor, undefined)).toEqual({ text: '4', period: 0 })
  expect(await tickets.of({ kind: 'anonymous' }, undefined)).toBeUndefined()
  expect(asked).toEqual(['h ', 'h ', 'h ada', 'h '])
})
