import { describe, expect, it } from 'vitest'

import type { ActionSetNote } from '#shared/signals/schemas/action-rules.ts'
import { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import type { ChainExecution } from '#shared/signals/schemas/action-execution.ts'
import { plannedTime } from '#ui/figures.ts'
import { emptyFilter } from './action-form.ts'
import { chainOf, elapsed, noteInWords } from './chain-words.ts'
import { emptyRules, problemOfRules, rulesInWords, toRules, toRulesForm } from './rules-form.ts'

const at = (seconds: number) =>
  new Date(Date.parse('2026-11-21T03:12:00.000Z') + seconds * 1000).toISOString()
const signal = {
  id: 7,
  createdAt: at(0),
  tokenName: 'grafana',
  sentBy: null,
  replayOf: null,
  proof: 'signature' as const,
  delivery: { id: 'x', times: 3, lastAt: at(9) },
}
const made = { createdAt: at(0), createdByUserId: 1, sortOrder: 1 }
const switching = (id: number, featureName: string, state: 'success' | 'failed' | 'not started') => ({
  ...made,
  ...{
    id,
    state,
    action: 'TOGGLE_FEATURE_OFF' as const,
    details: state === 'failed' ? 'No permission.' : null,
  },
  executionParams: { environment: 'production', featureName },
})
const event = {
  id: 40,
  label: 'Flag disabled',
  createdAt: at(12),
  createdBy: 'robot',
  featureName: 'checkout',
  environment: 'production',
  undone: { eventId: 44, by: 'ada', at: at(313) },
  delivered: { is: 'first' as const, at: at(13.2), appName: 'shop', sdk: 'node:6', way: 'stream' as const },
}
const execution = (rest: Partial<ChainExecution> = {}): ChainExecution => ({
  ...{ id: 1, actionSetId: 2, signalId: 7, createdAt: at(12), state: 'failed' },
  signal: {
    id: 7,
    source: 'signal-endpoint',
    sourceId: 1,
    createdAt: at(0),
    createdBySourceTokenId: 1,
    payload: {},
  },
  actionSet: {
    ...{ id: 2, project: 'shop', name: 'Stop', description: null, enabled: true, actorId: 9 },
    match: { source: 'signal-endpoint', sourceId: 1, payload: {} },
    createdAt: at(0),
    createdByUserId: 1,
    actions: [
      switching(1, 'checkout', 'success'),
      switching(2, 'gone', 'failed'),
      switching(3, 'more', 'not started'),
    ],
  },
  attempt: 1,
  requestedBy: null,
  actor: { id: 9, name: 'The robot' },
  retryAt: at(72),
  filters: [
    { path: 'severity', filter: { operator: 'IN', values: ['critical'] }, actual: 'critical', holds: true },
  ],
  steps: [
    { startedAt: at(12), endedAt: at(12.004), events: [event], moreEvents: 0 },
    { startedAt: at(12.005), endedAt: at(12.006), events: [], moreEvents: 0 },
    null,
  ],
  ...rest,
})

describe('the chain from a signal to a flag', () => {
  it('says each step with the time since the one before', () => {
    expect(chainOf(signal, execution()).map(({ text, since, event: id }) => [text, since, id])).toEqual([
      ['Received from grafana, known by a signature of the body', undefined, undefined],
      ['Matched severity is "critical"', undefined, undefined],
      ['Executed as The robot', '+12 s', undefined],
      ['Disable checkout in production, took 4 ms', '+0 ms', undefined],
      ['Flag disabled: checkout in production', '+0 ms', 40],
      ['First SDK with this change: shop (node:6), by streaming', '+1.2 s', undefined],
      ['Undone by ada', '+5 min', 44],
      ['Disable gone in production, took 1 ms', undefined, undefined],
      ['Disable more in production', undefined, undefined],
      [`Will be retried at ${plannedTime(at(72))}`, undefined, undefined],
    ])
    const [received, , , , , , , failed] = chainOf(signal, execution())
    expect([received?.details, failed?.details, failed?.state?.label]).toEqual([
      'received 3 times, executed once',
      'No permission.',
      'Failed',
    ])
  })

  it('says what is not known, and who retried', () => {
    const first = (rest: Partial<ChainExecution>) => chainOf(signal, execution(rest)).map(({ text }) => text)
    const step = { startedAt: at(12), endedAt: at(12), moreEvents: 3 }
    const unknown = { ...event, undone: null, delivered: { is: 'unknown' as const } }
    const texts = first({
      filters: [],
      steps: [{ ...step, events: [{ ...unknown, delivered: { is: 'not yet' } }, unknown] }],
      retryAt: null,
    })
    expect(texts).toContain('Matched: the set has no filters')
    expect(texts).toContain('No SDK was sent this change yet')
    expect(texts.join()).toContain('is not known')
    expect(texts).toContain('3 more events of this action in the event log')
    expect(first({ attempt: 2 })).toContain('Retried by the service, as The robot: attempt 2')
    expect(first({ attempt: 2, requestedBy: 'ada', actor: { id: 9, name: null } })).toContain(
      'Retried by ada, as a service account that is deleted',
    )
    expect(first({ steps: [{ ...step, events: [], moreEvents: 0 }] })).toContain(
      'Changed nothing: it was so already',
    )
  })

  it('says who sent or replayed a signal from the window', () => {
    const received = (rest: object) =>
      chainOf({ ...signal, tokenName: null, proof: null, ...rest }, execution())[0]?.text
    expect(received({ sentBy: 'ada' })).toBe('Received: sent by ada')
    expect(received({ sentBy: 'ada', replayOf: 3 })).toBe('Received: replay by ada')
    expect(received({ tokenName: 'old' })).toBe('Received from old')
  })

  it.each([
    [0.35, '+350 ms'],
    [9.87, '+9.9 s'],
    [59, '+59 s'],
    [185, '+3 min 5 s'],
    [7260, '+2 h 1 min'],
    [-5, '+0 ms'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(elapsed(at(0), at(seconds))).toBe(words)
  })

  it('says why nothing was executed', () => {
    const note = { id: 1, actionSetId: 2, signalId: 7, createdAt: at(0) }
    const skipped = { ...note, kind: 'skipped' as const, until: at(600) }
    const reset = { ...note, kind: 'reset' as const, isTooMuch: false, restored: [], left: [] }
    const place = { eventId: 40, featureName: 'checkout', environment: 'production' }
    const words = (one: ActionSetNote) => noteInWords(one)
    expect(words({ ...skipped, reason: 'cool-down' })).toBe(
      `Skipped: the set cools down until ${plannedTime(at(600))}.`,
    )
    expect(words({ ...skipped, reason: 'hourly' })).toContain('as often as an hour allows')
    expect(words(reset)).toBe('Reset: there was nothing to put back.')
    expect(words({ ...reset, restored: [place], left: [{ ...place, featureName: 'b', reason: '' }] })).toBe(
      'Reset: put back checkout in production, left b in production as it is.',
    )
    expect(words({ ...reset, isTooMuch: true })).toContain('too many flags')
  })
})

describe('the rules of a set, as edited', () => {
  it('come back as they were', () => {
    const rules = ActionRules.parse({
      retries: 2,
      maxPerHour: 4,
      reset: { s: { operator: 'IN', values: ['ok'] } },
    })
    expect(toRules(toRulesForm(rules))).toEqual(rules)
    expect(toRules(emptyRules())).toEqual(ActionRules.parse({}))
    expect(rulesInWords(rules)).toEqual([
      'retries 2 times after 60 s',
      'at most 4 an hour',
      'puts back what it switched when it is over',
    ])
    expect(rulesInWords(ActionRules.parse({}))).toEqual([])
    expect(rulesInWords(ActionRules.parse({ onFailure: 'continue', coolDownMinutes: 5 }))).toHaveLength(2)
  })

  it('name the first entry that is invalid', () => {
    const problem = (rest: object) => problemOfRules({ ...emptyRules(), ...rest })
    expect(problem({})).toBeUndefined()
    expect(problem({ retries: '6' })).toBe('Enter 0 to 5 retries.')
    expect(problem({ retryAfterSeconds: '0' })).toContain('seconds')
    expect(problem({ coolDownMinutes: 'x' })).toContain('cool-down')
    expect(problem({ maxPerHour: '61' })).toContain('an hour')
    expect(problem({ reset: [emptyFilter()] })).toBe('Complete or remove the unfinished filter.')
  })
})
