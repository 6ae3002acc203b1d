import { expect, it } from 'vitest'

import { countUnknown } from './unknown-events.ts'

it('events whose former state is unknown are counted by kind, with the newest time', () => {
  const events = [
    { id: 3, label: 'Project access added', createdAt: '2026-11-23T06:00:00.000Z' },
    { id: 2, label: 'Environment deleted', createdAt: '2026-11-22T06:00:00.000Z' },
    { id: 1, label: 'Project access added', createdAt: '2026-11-21T06:00:00.000Z' },
  ]
  expect(countUnknown(events)).toEqual([
    { label: 'Project access added', count: 2, createdAt: '2026-11-23T06:00:00.000Z' },
    { label: 'Environment deleted', count: 1, createdAt: '2026-11-22T06:00:00.000Z' },
  ])
})
