import { waitFor } from '@testing-library/svelte'
import { QueryObserver } from '@tanstack/svelte-query'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { AREAS } from '#shared/audit/events/areas.ts'
import { EVENT_TYPES, EVENTS } from '#shared/audit/events/index.ts'
import { keys, queryClient } from './queries.ts'
import { refreshTouched } from './refresh.ts'
import { keysTouchedBy, type Touching } from './touched-keys.ts'

const touched = (...changes: Touching[]) =>
  keysTouchedBy(changes)
    .map((key) => key.join(' '))
    .sort()

describe('areas touched by events', () => {
  it.each<[Touching, string[]]>([
    // an environment lists its tokens
    [{ type: 'api-token-created' }, ['api-tokens', 'environments']],
    [
      { type: 'feature-metadata-updated', project: 'p', featureName: 'f' },
      [
        'blast-radius',
        'change-requests',
        'context-findings',
        'expectations',
        'feature p f',
        'feature-extra f',
        'project p',
        'projects',
        'search',
      ],
    ],
    // flags that depend on it are affected, too
    [
      { type: 'feature-dependency-added', project: 'p', featureName: 'f' },
      [
        'blast-radius',
        'change-requests',
        'context-findings',
        'expectations',
        'feature',
        'feature p f',
        'feature-extra',
        'feature-extra f',
        'project p',
        'projects',
        'search',
      ],
    ],
    [
      { type: 'project-updated', project: 'p' },
      ['change-requests', 'environments', 'project p', 'projects', 'search'],
    ],
    [{ type: 'change-request-approved', project: 'p' }, ['blast-radius', 'change-requests', 'project p']],
    // a segment event names no flag
    [
      { type: 'change-added', project: 'p' },
      ['blast-radius', 'change-requests', 'expectations', 'project p', 'projects', 'search'],
    ],
    [{ type: 'release-plan-template-created' }, ['release-templates']],
    [{ type: 'tag-type-updated' }, ['search', 'tag-types', 'tags']],
    [{ type: 'strategy-created' }, ['strategy-types']],
    [{ type: 'scim-groups-deleted' }, ['me', 'users']],
    // sessions, and when users were last seen
    [{ type: 'user-login' }, ['me', 'users']],
  ])('%j is read again as %j, with the event log and Home', (change, expected) => {
    expect(touched(change)).toEqual(['events', 'home', ...expected].sort())
  })

  it('are read once for several changes', () => {
    const change = { type: 'segment-updated' } as const
    expect(touched(change, change)).toEqual(touched(change))
  })

  it.each(EVENT_TYPES)('include query keys for %s', (type) => {
    const areas: readonly string[] = EVENTS[type].touches
    expect(areas.filter((area) => !(AREAS as readonly string[]).includes(area))).toEqual([])
    expect(new Set(areas).size).toBe(areas.length)
    const keysOfAll = keysTouchedBy([{ type, project: 'p', featureName: 'f' }])
    expect(keysOfAll.length).toBeGreaterThanOrEqual(areas.length + 2)
  })

  it('are each touched by an event', () => {
    const used = new Set<string>(EVENT_TYPES.flatMap((type) => [...EVENTS[type].touches]))
    expect(AREAS.filter((area) => !used.has(area))).toEqual([])
  })
})

describe('a refresh', () => {
  afterEach(() => queryClient.clear())

  it('repeats a first read under way, which may be older than the change', async () => {
    const answers: ((answer: string) => void)[] = []
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
    const observer = new QueryObserver(queryClient, { queryKey: keys.segments, queryFn })
    const unsubscribe = observer.subscribe(() => undefined)
    await waitFor(() => expect(answers).toHaveLength(1))
    const refreshed = refreshTouched([{ type: 'segment-updated' }])
    answers[0]?.('before')
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('after')
    await refreshed
    expect(observer.getCurrentResult().data).toBe('after')
    unsubscribe()
  })

  it('reads everything again after more changes than are kept apart', async () => {
    const queryFn = vi.fn(() => Promise.resolve('read'))
    const unsubscribe = new QueryObserver(queryClient, { queryKey: keys.traffic('day'), queryFn }).subscribe(
      () => undefined,
    )
    await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
    await refreshTouched(Array.from({ length: 50 }, () => ({ type: 'segment-updated' as const })))
    expect(queryFn).toHaveBeenCalledTimes(1)
    await refreshTouched(Array.from({ length: 51 }, () => ({ type: 'segment-updated' as const })))
    expect(queryFn).toHaveBeenCalledTimes(2)
    unsubscribe()
  })
})
