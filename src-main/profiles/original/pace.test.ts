import { describe, expect, it } from 'vitest'

import { Pace } from './pace.ts'

const LIMITED = {
  'ratelimit-policy': '15;w=60',
  'ratelimit-remaining': '0',
  'ratelimit-reset': '42',
  'retry-after': '42',
}
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(status === 200 ? 'fine' : 'Too many requests', { status, headers })

/** A pace whose clock moves only while something waits. */
function paced() {
  let now = Date.parse('2026-11-24T12:00:00.000Z')
  const pauses: number[] = []
  let onPause = () => {}
  const pace = new Pace({
    now: () => now,
    pause: async (ms, signal) => {
      pauses.push(ms)
      onPause()
      signal.throwIfAborted()
      now += ms
    },
  })
  return { pace, pauses, whilePausing: (act: () => void) => (onPause = act) }
}

const untilTheEnd = new AbortController().signal

/** Sends a request that is answered in turn. */
const send = (
  pace: Pace,
  answers: Response[],
  request: { kind?: string; reads?: string } = {},
  signal = untilTheEnd,
) =>
  pace.send(
    {
      kind: 'search',
      ...request,
      send: async () => answers.shift() ?? expect.fail('It was asked too often.'),
    },
    signal,
  )

describe('requests to a service with a rate limit', () => {
  it('wait as long as it says, and go on', async () => {
    const { pace, pauses } = paced()
    expect(await send(pace, [answer(429, LIMITED), answer(200)])).toEqual({ status: 200, text: 'fine' })
    expect(pauses).toEqual([42_000])
  })

  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a date', { 'retry-after': 'Tue, 24 Nov 2026 12:00:09 GMT' }, 9000],
    ['a reset', { 'ratelimit-reset': '5' }, 5000],
    ['nothing', {}, 10_000],
  ])('wait for %s', async (_what, headers, ms) => {
    const { pace, pauses } = paced()
    await send(pace, [answer(429, headers), answer(200)])
    expect(pauses).toEqual([ms])
  })

  it('wait before they are refused, where nothing of the limit is left', async () => {
    const { pace, pauses } = paced()
    const spent = { ...LIMITED, 'ratelimit-remaining': '0' }
    await send(pace, [answer(200, spent)])
    expect(pauses).toEqual([])
    await send(pace, [answer(200)])
    expect(pauses).toEqual([42_000])
  })

  it('of another kind do not wait', async () => {
    const { pace, pauses } = paced()
    await send(pace, [answer(200, LIMITED)])
    await send(pace, [answer(200)], { kind: 'projects' })
    expect(pauses).toEqual([])
  })

  it('say for how long they wait, and only while they do', async () => {
    const { pace, whilePausing } = paced()
    const seen: unknown[] = []
    whilePausing(() => seen.push(pace.waiting))
    await send(pace, [answer(200, LIMITED)])
    expect(pace.waiting).toBeNull()
    await send(pace, [answer(200)])
    expect(seen).toEqual([{ allowed: '15 requests in 60 s', until: '2026-11-24T12:00:42.000Z' }])
    expect(pace.waiting).toBeNull()
  })

  it('end with an error that says when, where the pause is too long', async () => {
    const { pace, pauses } = paced()
    const refused = send(pace, [answer(429, { ...LIMITED, 'retry-after': '3000' })])
    await expect(refused).rejects.toThrow(
      'The service allows 15 requests in 60 s. It takes more of them in 50 min. Try again then.',
    )
    expect(pauses).toEqual([])
  })

  it('end once they were refused for five minutes', async () => {
    const { pace, pauses } = paced()
    const refused = send(
      pace,
      Array.from({ length: 9 }, () => answer(429, { 'retry-after': '60' })),
    )
    await expect(refused).rejects.toThrow('It takes more of them in 1 min.')
    expect(pauses).toEqual(Array.from({ length: 5 }, () => 60_000))
  })

  it('that nobody waits for any more are not sent', async () => {
    const { pace, whilePausing } = paced()
    const stop = new AbortController()
    whilePausing(() => stop.abort(new Error('typed on')))
    await send(pace, [answer(200, LIMITED)])
    await expect(send(pace, [], {}, stop.signal)).rejects.toThrow('typed on')
    expect(pace.waiting).toBeNull()
  })

  it('are six at once', async () => {
    const { pace } = paced()
    const ends: (() => void)[] = []
    const request = () => new Promise<Response>((resolve) => ends.push(() => resolve(answer(200))))
    const sent = Array.from({ length: 8 }, () => pace.send({ kind: 'search', send: request }, untilTheEnd))
    await Promise.resolve()
    expect(ends.length).toBe(6)
    for (let n = 0; n < 8; n++) {
      await expect.poll(() => ends.length).toBeGreaterThan(n)
      ends[n]?.()
    }
    await Promise.all(sent)
  })

  it('are not sent again within the time of the limit, unless something was changed', async () => {
    const { pace } = paced()
    const policy = { 'ratelimit-policy': '15;w=60', 'ratelimit-remaining': '14' }
    const ask = (answers: Response[]) => send(pace, answers, { reads: '/search?query=a' })
    const first = await ask([answer(200, policy)])
    expect(await ask([])).toMatchObject(first)
    await send(pace, [answer(200)], { kind: 'createFeature' })
    await ask([answer(200, policy)])
    await expect(send(pace, [], { reads: '/search?query=b' })).rejects.toThrow('It was asked too often.')
  })

  it('are sent again where there is no limit that anybody reaches', async () => {
    const { pace } = paced()
    const limits: Record<string, string>[] = [{}, { 'ratelimit-policy': '20000;w=60' }]
    for (const headers of limits) await send(pace, [answer(200, headers)], { reads: '/projects' })
  })
})
