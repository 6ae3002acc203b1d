import { describe, expect, it } from 'vitest'

import { ContextRuleId } from '../schemas/context-findings.ts'
import { KNOWN_SDKS } from '../../versions/rules/sdk-table.ts'
import { absentField, absentSomewhere } from './absent-fields.ts'
import { CONTEXT_RULES, contextRule, isAddress, isPlaceholder } from './context-rules.ts'
import { sdkLine } from './sdk-lines.ts'

describe('the rules', () => {
  it('are one for each id, with all that a finding says', () => {
    expect(CONTEXT_RULES.map(({ id }) => id).sort()).toEqual([...ContextRuleId.options].sort())
    for (const rule of CONTEXT_RULES) {
      const facts = { application: 'web', environment: 'production', field: 'plan', flagCount: 2 }
      for (const text of [rule.drawnFrom, rule.wrongIf, rule.change(facts)])
        expect(text).toMatch(/^[A-Z].*\.$/)
      expect(rule.message(facts), rule.id).toMatch(/^web .*plan.*\.$/)
      expect(rule.message({ ...facts, application: null }), rule.id).toMatch(/^A program that names no/)
    }
  })

  it('count flags in words', () => {
    const facts = { application: 'web', environment: 'production', field: 'default' }
    const { message } = contextRule('sticky-random')
    expect(message({ ...facts, flagCount: 1 })).toContain('a flag is on or off by chance')
    expect(message({ ...facts, flagCount: 3 })).toContain('3 flags are on or off by chance')
  })
})

describe('a text', () => {
  it.each(['undefined', 'null', 'NaN', 'None', 'nil', '<nil>', '(null)', '[object Object]'])(
    '"%s" stands for a missing id',
    (text) => expect(isPlaceholder(text, true)).toBe(true),
  )
  it.each(['', 'Undefined', 'nobody', '[object Array]', '0', 'undefined '])('"%s" may be an id', (text) =>
    expect(isPlaceholder(text, true)).toBe(false),
  )
  it('stands for a missing value of another field only if nobody means it', () => {
    expect(
      ['undefined', '[object Object]', 'null', 'None'].map((text) => isPlaceholder(text, false)),
    ).toEqual([true, true, false, false])
  })

  it.each(['a@b.no', 'ann.lee+x@mail.example.com', "o'neil@example.co.uk"])('%s is an address', (text) =>
    expect(isAddress(text)).toBe(true),
  )
  it.each([
    '@ann',
    'ann@',
    'ann@work',
    'a b@c.no',
    'a@b@c.no',
    'git@host:a.b',
    `${'x'.repeat(300)}@a.no`,
    'a@1.2',
  ])('%s is none', (text) => expect(isAddress(text)).toBe(false))
  it('is read in linear time', () => {
    const began = performance.now()
    isAddress(`${'a.'.repeat(100)}@${'a-'.repeat(20)}!`)
    isAddress(`a@${'a.'.repeat(120)}1`)
    expect(performance.now() - began).toBeLessThan(50)
  })
})

describe('the line to change', () => {
  it.each([
    ['unleash-client-node:6.9.6', 'Node.js', "unleash.isEnabled('my-flag', { userId: user.id })"],
    ['unleash-client-java:9.2.0', 'Java', 'UnleashContext.builder().userId(user.getId()).build()'],
    ['unleash-client-go:4.5.0', 'Go', 'unleash.WithContext(context.Context{UserId: user.ID})'],
    ['unleash-go-sdk:6.0.0', 'Go', 'unleash.FeatureOptions{Ctx: context.Context{UserId: user.ID}}'],
    ['unleash-python-sdk:6.0.0', 'Python', '{"userId": user.id}'],
    ['unleash-client-dotnet:5.0.0', '.NET', 'new UnleashContext { UserId = user.Id }'],
    ['unleash-client-php:2.8.0', 'PHP', '->setCurrentUserId($user->id)'],
    ['UnleashClientRuby/5.0.0', 'Ruby', 'Unleash::Context.new(user_id: user.id)'],
    ['unleash-client-rust:0.15.0', 'Rust', 'user_id: Some(user.id)'],
    ['unleash-ios-sdk:3.0.0', 'iOS, Swift', 'unleash.updateContext(context: ["userId": user.id])'],
    ['unleash-client-swift:2.1.0', 'iOS, Swift', 'context: ["userId": user.id]'],
    ['unleash-android-sdk:3.2.3', 'Android, Kotlin', 'UnleashContext.newBuilder().userId(user.id).build()'],
    ['unleash-client-android:1.2.0', 'Android, Kotlin', '.userId(user.id)'],
    ['unleash-flutter-sdk:1.9.8', 'Flutter', "unleash.setContextField('userId', user.id);"],
    ['unleash-react-sdk:5.0.0', 'React, React Native', 'useUnleashContext()({ userId: user.id })'],
    ['unleash-js-sdk:3.8.2', 'JavaScript', "unleash.setContextField('userId', user.id)"],
  ])('of %s is %s', (sdk, label, part) => {
    const found = sdkLine(sdk, 'userId')
    expect(found?.sdk).toBe(label)
    expect(found?.line).toContain(part)
    expect(sdkLine(sdk, 'sessionId')?.line).not.toBe(found?.line)
    expect(sdkLine(sdk, 'plan')?.line).toContain('plan')
  })

  it('is none for another SDK, for none, and for names that would need quotes', () => {
    for (const sdk of [null, '', 'curl', 'unleash-client-elixir:1.0.0'])
      expect(sdkLine(sdk, 'userId')).toBeUndefined()
    for (const field of ["a'b", 'a"b', 'a b', '${x}', 'x'.repeat(101)])
      expect(sdkLine('unleash-js-sdk:3.8.2', field)).toBeUndefined()
  })

  it('is there for the names of all SDKs of these languages', () => {
    const servers = ['Node.js', 'Java', 'Python', 'Ruby', 'Go', '.NET', 'PHP', 'Rust']
    const titles = [...servers, 'React', 'JavaScript', 'iOS', 'Android', 'Flutter']
    for (const { title, names } of KNOWN_SDKS)
      for (const name of titles.some((one) => title === `${one} SDK`) ? names : [])
        expect(sdkLine(`${name}:1.0.0`, 'userId'), name).toBeDefined()
  })
})

describe('an absent field', () => {
  const seen = {
    environment: 'production',
    contexts: 3,
    completeSince: '2026-11-21T12:00:00.000Z',
    contextsSince: 2,
    fields: [{ name: 'country', contexts: 1, lastSeen: '2026-11-21T12:00:00.000Z' }],
    hasMoreFields: false,
    evaluateThemselves: ['billing'],
    isPolled: true,
  }
  const absent = (
    field: string,
    change: Partial<typeof seen> | { completeSince: null } = {},
    isPartial = false,
  ) => absentField({ environments: [{ ...seen, ...change }], isPartial }, 'production', field)

  it('has the evidence, and what sends no contexts', () => {
    expect(absent('plan')).toEqual({
      since: seen.completeSince,
      contexts: 2,
      evaluateThemselves: ['billing'],
      isPolled: true,
    })
  })

  it('is none where it was sent, is always there, or too little is known', () => {
    expect(absent('country')).toBeUndefined()
    for (const field of ['', 'environment', 'currentTime', 'remoteAddress', 'sessionId'])
      expect(absent(field)).toBeUndefined()
    expect(absent('plan', { completeSince: null })).toBeUndefined()
    expect(absent('plan', { contextsSince: 0 })).toBeUndefined()
    expect(absent('plan', { hasMoreFields: true })).toBeUndefined()
    expect(absent('plan', {}, true)).toBeUndefined()
    expect(absentField({ environments: [seen], isPartial: false }, 'development', 'plan')).toBeUndefined()
  })

  it('of a segment names the environments, since the last of them is known', () => {
    const later = {
      ...seen,
      environment: 'development',
      completeSince: '2026-11-22T12:00:00.000Z',
      contextsSince: 5,
      evaluateThemselves: ['ads', 'billing'],
      isPolled: false,
    }
    const environments = [later, seen]
    expect(absentSomewhere({ environments, isPartial: false }, 'plan')).toEqual({
      environments: ['development', 'production'],
      since: later.completeSince,
      contexts: 7,
      evaluateThemselves: ['ads', 'billing'],
      isPolled: true,
    })
    expect(
      absentSomewhere({ environments: [{ ...later, fields: [] }, seen], isPartial: false }, 'country'),
    ).toMatchObject({ environments: ['development'], contexts: 5 })
    expect(absentSomewhere({ environments, isPartial: false }, 'country')).toBeUndefined()
    expect(absentSomewhere({ environments, isPartial: true }, 'plan')).toBeUndefined()
  })
})
