import { onlineManager } from '@tanstack/svelte-query'
import { afterEach, expect, it } from 'vitest'

import { queryClient } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

it('a query runs without a network, because the service is on this machine', async () => {
  onlineManager.setOnline(false)
  const read = queryClient.fetchQuery({ queryKey: ['here'], queryFn: () => Promise.resolve('read') })
  const waits = new Promise((resolve) => setTimeout(() => resolve('waits'), 100))
  expect(await Promise.race([read, waits])).toBe('read')
})
