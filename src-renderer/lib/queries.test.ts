import { onlineManager, QueryObserver } from '@tanstack/svelte-query'
import { afterEach, expect, it, vi } from 'vitest'

import { keys, queryClient, refreshAfter } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

it('pages read without a network, too: the service is on this machine', async () => {
  onlineManager.setOnline(false)
  const read = queryClient.fetchQuery({ queryKey: ['here'], queryFn: () => Promise.resolve('read') })
  const waits = new Promise((resolve) => setTimeout(() => resolve('waits'), 100))
  expect(await Promise.race([read, waits])).toBe('read')
})

it('a change that comes while a page is read for the first time is read, too', async () => {
  const answers: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey: keys.segments, queryFn })
  const unsubscribe = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  refreshAfter({ type: 'segment-updated' })
  // answered by what was there before the change
  answers[0]?.('before')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('after')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'))
  unsubscribe()
})
