import { waitFor } from '@testing-library/svelte'
import { QueryObserver } from '@tanstack/svelte-query'
import { toast } from 'svelte-sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { refreshTouched } from '#lib/refresh.ts'
import { toggleFeature } from './toggle-feature.ts'

const sent = { on: vi.fn<(input: unknown) => unknown>(), off: vi.fn<(input: unknown) => unknown>() }
beforeEach(() => {
  answerProcedures({ toggleFeatureEnvironmentOn: sent.on, toggleFeatureEnvironmentOff: sent.off })
})

const place = { projectId: 'shop', featureName: 'a', environment: 'production' }
const found = (enabled: boolean) => ({
  total: 1,
  features: [{ name: 'a', environments: [{ name: 'production', enabled }] }],
})
type Found = ReturnType<typeof found>

afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  toast.dismiss()
})

/** A list that reads the flag as the service has it when it is asked; `answer` lets one answer arrive. */
function listOf(service: { enabled: boolean }) {
  const waiting: (() => void)[] = []
  const queryFn = () => {
    const answer = found(service.enabled)
    return new Promise<Found>((resolve) => waiting.push(() => resolve(answer)))
  }
  queryClient.setQueryData([...keys.search, 'list'], found(service.enabled))
  const observer = new QueryObserver<Found>(queryClient, {
    queryKey: [...keys.search, 'list'],
    queryFn,
    staleTime: Infinity,
  })
  const stop = observer.subscribe(() => undefined)
  return {
    waiting,
    stop,
    isEnabled: () => observer.getCurrentResult().data?.features[0]?.environments[0]?.enabled,
  }
}

it('a switch keeps its new state when an earlier read of the list answers late', async () => {
  const service = { enabled: false }
  const list = listOf(service)
  void queryClient.invalidateQueries({ queryKey: keys.search })
  await waitFor(() => expect(list.waiting).toHaveLength(1))
  sent.on.mockImplementation(() => {
    service.enabled = true
    // the real link also does this before it returns the answer
    void refreshTouched([{ type: 'feature-environment-enabled', project: 'shop', featureName: 'a' }])
    return Promise.resolve()
  })
  const toggled = toggleFeature(queryClient, place, true)
  expect(list.isEnabled()).toBe(true)
  list.waiting[0]?.()
  await toggled
  await waitFor(() => expect(list.waiting).toHaveLength(2))
  list.waiting[1]?.()
  await waitFor(() => expect(list.isEnabled()).toBe(true))
  list.stop()
})

it('a switch leaves alone what others have computed of found flags', async () => {
  const computed = { groups: [], warnings: [] }
  queryClient.setQueryData([...keys.search, 'rollout-overlap'], computed)
  queryClient.setQueryData([...keys.search, 'ages'], [1, 2])
  sent.on.mockResolvedValue(undefined)
  await toggleFeature(queryClient, place, true)
  expect(sent.on).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData([...keys.search, 'rollout-overlap'])).toBe(computed)
})

it('a switched flag can be switched back by Ctrl+Z while its notice is shown', async () => {
  sent.on.mockResolvedValue(undefined)
  sent.off.mockResolvedValue(undefined)
  await toggleFeature(queryClient, place, true)
  const typed = document.body.appendChild(document.createElement('input'))
  const press = (target: EventTarget) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  press(typed)
  expect(sent.off).not.toHaveBeenCalled()
  press(document.body)
  await waitFor(() => expect(sent.off).toHaveBeenCalledWith({ params: place }))
  typed.remove()
})

it('a switch returns to its state, read anew, when the change is rejected', async () => {
  const list = listOf({ enabled: false })
  sent.on.mockRejectedValue(new Error('no'))
  await toggleFeature(queryClient, place, true)
  expect(list.isEnabled()).toBe(false)
  await waitFor(() => expect(list.waiting.length).toBeGreaterThan(0))
  list.stop()
})
