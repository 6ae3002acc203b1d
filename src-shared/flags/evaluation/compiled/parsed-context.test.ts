import { describe, expect, it, vi } from 'vitest'

import type { EvaluatedConstraint, EvaluatedFeature, EvaluatedStrategy, EvaluationContext } from '../model.ts'
import { Compiler } from './compiler.ts'
import { FieldSlots, ParsedContext } from './parsed-context.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

/** Evaluates a flag that is on, and returns what its result depends on beyond the context. */
function evaluate(
  parts: Partial<EvaluatedFeature>,
  context: EvaluationContext,
  { isSessionMadeUp = false } = {},
): ParsedContext {
  const compiler = new Compiler(
    () => undefined,
    () => null,
  )
  const sources = { now: NOW, random: () => 0.5, isSessionMadeUp }
  const subject = compiler.subject(context, () => undefined, sources)
  compiler.flag({ name: 'flag', enabled: true, strategies: [], ...parts }).decide(subject)
  return subject
}

const rollout = (parameters: Record<string, string>, rest: Partial<EvaluatedStrategy> = {}) => ({
  strategies: [{ name: 'flexibleRollout', parameters: { groupId: 'flag', ...parameters }, ...rest }],
})
const strategy = (name: string, parameters: Record<string, string>) => ({
  strategies: [{ name, parameters }],
})
const constrained = (...constraints: EvaluatedConstraint[]) => ({
  strategies: [{ name: 'default', constraints }],
})
const variants = (weights: Record<string, number>, rest: object = {}) => ({
  variants: Object.entries(weights).map(([name, weight]) => ({ name, weight, ...rest })),
})
const isUser: EvaluatedConstraint = { contextName: 'userId', operator: 'IN', values: ['ann'] }

describe('a result depends on chance', () => {
  it.each<[string, Partial<EvaluatedFeature>, EvaluationContext, boolean]>([
    ['a share of users', rollout({ rollout: '50' }), { userId: 'ann' }, false],
    ['a share of sessions', rollout({ rollout: '50' }), { sessionId: 's' }, false],
    ['a share of nobody', rollout({ rollout: '50' }), {}, true],
    ['everybody', rollout({ rollout: '100' }), {}, false],
    ['no share', rollout({ rollout: '0' }), {}, false],
    ['a share by chance', rollout({ rollout: '99', stickiness: 'random' }), { userId: 'ann' }, true],
    ['all by chance', rollout({ rollout: '100', stickiness: 'random' }), {}, false],
    ['none by chance', rollout({ rollout: '0', stickiness: 'random' }), {}, false],
    ['a share of a field', rollout({ rollout: '50', stickiness: 'country' }), { country: 'NO' }, false],
    ['a share of a field that is missing', rollout({ rollout: '50', stickiness: 'country' }), {}, false],
    [
      'a share by chance of those whom constraints leave',
      rollout({ rollout: '50', stickiness: 'random' }, { constraints: [isUser] }),
      { userId: 'bob' },
      false,
    ],
    ['the former share by chance', strategy('gradualRolloutRandom', { percentage: '100' }), {}, true],
    ['the former share of users', strategy('gradualRolloutUserId', { percentage: '50' }), {}, false],
    ['variants for a user', variants({ red: 1, blue: 1 }), { userId: 'ann' }, false],
    ['variants for a session', variants({ red: 1, blue: 1 }), { sessionId: 's' }, false],
    ['variants for an address', variants({ red: 1, blue: 1 }), { remoteAddress: '10.0.0.1' }, false],
    ['variants for nobody', variants({ red: 1, blue: 1 }), {}, true],
    ['variants for empty texts', variants({ red: 1, blue: 1 }), { userId: '', sessionId: '' }, true],
    [
      'variants by a field',
      variants({ red: 1, blue: 1 }, { stickiness: 'country' }),
      { country: 'NO' },
      false,
    ],
    [
      'variants by a field that is missing',
      variants({ red: 1, blue: 1 }, { stickiness: 'country' }),
      { userId: 'a' },
      true,
    ],
    ['one variant', variants({ red: 1 }), {}, false],
    ['one variant with a weight', variants({ red: 1, blue: 0 }), {}, false],
    ['variants without weights', variants({ red: 0, blue: 0 }), {}, false],
    [
      'variants of which an override chooses',
      variants({ red: 1, blue: 1 }, { overrides: [{ contextName: 'country', values: ['NO'] }] }),
      { country: 'NO' },
      false,
    ],
    [
      'variants of which no override chooses',
      variants({ red: 1, blue: 1 }, { overrides: [{ contextName: 'country', values: ['NO'] }] }),
      { country: 'SE' },
      true,
    ],
  ])('%s', (_what, parts, context, depends) => {
    expect(evaluate(parts, context).dependsOnChance).toBe(depends)
  })

  it.each<[string, Partial<EvaluatedFeature>, EvaluationContext, boolean]>([
    ['a share of users', rollout({ rollout: '50' }), { userId: 'ann', sessionId: 's' }, false],
    ['a share of sessions', rollout({ rollout: '50' }), { sessionId: 's' }, true],
    ['the former share of sessions', strategy('gradualRolloutSessionId', { percentage: '50' }), {}, true],
    ['a constraint of users', constrained(isUser), { sessionId: 's' }, false],
    ['a constraint of sessions', constrained({ ...isUser, contextName: 'sessionId' }), {}, true],
    ['variants for a user', variants({ red: 1, blue: 1 }), { userId: 'ann', sessionId: 's' }, false],
    ['variants for a session', variants({ red: 1, blue: 1 }), { sessionId: 's' }, true],
  ])('on a session that was made up: %s', (_what, parts, context, depends) => {
    expect(evaluate(parts, context, { isSessionMadeUp: true }).dependsOnChance).toBe(depends)
  })
})

describe('a result stays the same', () => {
  const date = (operator: string, value: string) => ({ contextName: 'currentTime', operator, value })
  const after = (ms: number) => date('DATE_AFTER', inMs(ms))
  const before = (ms: number) => date('DATE_BEFORE', inMs(ms))

  it.each<[string, Partial<EvaluatedFeature>, EvaluationContext, number]>([
    ['without a date', constrained(isUser), {}, Infinity],
    ['until a date is over', constrained(before(5000)), {}, 5000],
    ['until a date comes', constrained(after(5000)), {}, 5000],
    ['after a date', constrained(after(-1)), {}, Infinity],
    ['when a date was over', constrained(before(-1)), {}, Infinity],
    ['at the date, for a moment', constrained(after(0)), {}, 1],
    ['until the first of two dates', constrained(before(9000), before(5000)), {}, 5000],
    ['until the first, in whatever order', constrained(before(5000), before(9000)), {}, 5000],
    ['whatever comes after what decides', constrained(after(9000), after(5000)), {}, 9000],
    ['with a date that is none', constrained(date('DATE_AFTER', 'soon')), {}, Infinity],
    ['at the time of the context', constrained(after(5000)), { currentTime: inMs(0) }, Infinity],
  ])('%s', (_what, parts, context, ms) => {
    expect(evaluate(parts, context).validUntil - NOW.getTime()).toBe(ms)
  })

  it('compares the time of the context where it has one', () => {
    const compiler = new Compiler(
      () => undefined,
      () => null,
    )
    const flag = compiler.flag({ name: 'flag', enabled: true, ...constrained(after(5000)) })
    const isOn = (context: EvaluationContext) =>
      flag.decide(compiler.subject(context, () => undefined, { now: NOW, random: () => 0 })).evaluation
        .enabled
    expect([isOn({}), isOn({ currentTime: inMs(5001) }), isOn({ currentTime: inMs(5000) })]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('a context in an evaluation', () => {
  const sources = { now: NOW, random: () => 0, flagOf: () => undefined }
  /** A context that counts how often a field is read. */
  function counted(value: unknown) {
    const read = vi.fn(() => value)
    const context: EvaluationContext = Object.defineProperty({}, 'field', { get: read, enumerable: true })
    const fields = new FieldSlots()
    return { subject: new ParsedContext(context, fields, sources, 0), slot: fields.slotOf('field'), read }
  }

  it.each(['1.2.3', null, ''])('reads a field once, for all that it is compared as: %j', (value) => {
    const { subject, slot, read } = counted(value)
    for (let n = 0; n < 2; n++) {
      subject.text(slot)
      subject.folded(slot)
      subject.number(slot)
      subject.version(slot)
      subject.address(slot)
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(2) // whether it is there, and what it is
  })

  it.each(['folded', 'number', 'version', 'address'] as const)('makes a %s of a text once', (kind) => {
    for (const value of ['1.2.3', 'none', null]) {
      const { subject, slot } = counted(value)
      const text = vi.spyOn(subject, 'text')
      for (let n = 0; n < 3; n++) subject[kind](slot)
      expect(text).toHaveBeenCalledTimes(1)
    }
  })

  it('parses a version and an address once', () => {
    const { subject, slot } = counted('1.2.3')
    expect(subject.version(slot)).toBe(subject.version(slot))
    const { subject: other, slot: at } = counted('10.0.0.0/8')
    expect(other.address(at)).toBe(other.address(at))
    expect(other.address(at)).toEqual({ version: 4, number: 10 * 2 ** 24, bits: 8 })
    const address = new ParsedContext({ remoteAddress: '::1' }, new FieldSlots(), sources, 0)
    expect(address.remoteAddress).toBe(address.remoteAddress)
    expect(address.remoteAddress).toEqual({ version: 6, number: 1n, bits: 128 })
  })

  it.each([
    [100, { version: 6, number: 1n, bits: 128 }],
    [101, null],
  ])('takes no text longer than an address for one: %i characters', (length, expected) => {
    const { subject, slot } = counted(`::1%${'a'.repeat(length - 4)}`)
    expect(subject.address(slot)).toEqual(expected)
  })

  it.each([true, false])('checks a shared condition once: %s', (result) => {
    const { subject } = counted('')
    const test = vi.fn(() => result)
    expect([0, 0, 7, 7, 0].map((index) => subject.shared(index, test))).toEqual(Array(5).fill(result))
    expect(test).toHaveBeenCalledTimes(2)
    expect(test).toHaveBeenCalledWith(subject)
  })

  it('knows its host as the SDKs do where it has none', () => {
    const { subject } = counted('')
    expect(subject.hostname).toBe('undefined')
    const here = new ParsedContext({}, new FieldSlots(), { ...sources, hostname: 'here' }, 0)
    expect(here.hostname).toBe('here')
  })
})

it('fields have one number each', () => {
  const fields = new FieldSlots()
  expect(['a', 'b', 'a'].map((name) => fields.slotOf(name))).toEqual([0, 1, 0])
  expect([fields.count, fields.nameOf(0), fields.nameOf(1), fields.nameOf(2)]).toEqual([2, 'a', 'b', ''])
})
