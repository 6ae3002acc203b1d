import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { evaluateFeature, explainEvaluation } from '#shared/flags/evaluation/index.ts'
import { compileExpression, EXPRESSION_BOUNDS, fitsNaming } from '#shared/expressions/index.ts'
import { estimateProgramSize } from '#shared/expressions/program-size.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { validateFeature, createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { processorMs } from '#support/runner/processor-time.ts'

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
})
afterAll(() => app.stop())

const detailsOf = (body: unknown) =>
  (body as { details?: { message: string; path?: string }[] }).details ?? []
const search = (query: string) => app.call('GET', `/api/admin/search/features?${query}`, { as: 'viewer' })

describe('the filters of the search', () => {
  // with the former expression the first of these would take days
  it('reject a tag filter of 60 terms and a line feed without backtracking', async () => {
    const answer = await search(`tag=INCLUDE:${Array(60).fill('a:b').join(',')}%0A`)
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)[0]?.message).toContain(
      String.raw`must match pattern "^(INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL):([^:,]+:.+?)(,\s*[^:,]+:.+?)*$".`,
    )
  })

  it.each(['tag=INCLUDE:', 'segment=EXCLUDE_ALL:', 'type=IS_ANY_OF:', 'query='])(
    'accept 200 values of %s, and reject 201',
    async (filter) => {
      const values = (count: number) => Array(count).fill('a:b').join(',')
      expect((await search(`${filter}${values(200)}`)).status).toBe(200)
      const answer = await search(`${filter}${values(201)}`)
      expect(answer.status).toBe(400)
      expect(detailsOf(answer.body)[0]?.message).toContain('must NOT have more than 200 items')
    },
  )
})

describe('lists in parameters of strategies', () => {
  const flag = (name: string, parameters: Record<string, string>) => ({
    name: 'x',
    enabled: true,
    strategies: [{ name, parameters }],
  })
  const sources = { feature: () => undefined, segment: () => undefined, now: new Date(0), random: () => 0 }
  const isOn = (name: string, parameters: Record<string, string>, context: Record<string, string>) =>
    evaluateFeature(flag(name, parameters), context, sources, { trace: 'none' }).enabled

  it('are parsed in linear time with many blanks', async () => {
    const parameters = { IPs: `${' '.repeat(200_000)}x` }
    // a quadratic rule would take minutes
    expect(
      await processorMs(() => isOn('remoteAddress', parameters, { remoteAddress: '10.0.0.1' })),
    ).toBeLessThan(500)
  })

  it('are split into the same items as before', () => {
    const former = (text: string) => text.split(/\s*,\s*/)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ',', ' ', '\t', '\n') }), (userIds) => {
        for (const userId of ['a', 'b', 'ab', ' a', 'a '])
          expect(isOn('userWithId', { userIds }, { userId })).toBe(
            userIds !== '' && former(userIds).includes(userId),
          )
      }),
    )
  })
})

describe('the naming pattern of a project', () => {
  const settings = (pattern: string, example?: string) =>
    app.call('PUT', '/api/admin/projects/default/settings', {
      body: {
        mode: 'open',
        defaultStickiness: 'default',
        featureNaming: { pattern, ...(example ? { example } : {}) },
      },
    })
  const validate = (name: string) =>
    app.call(validateFeature, { as: 'viewer', body: { name, projectId: 'default' } })

  it('with nested repetitions is checked quickly, when it is set and for each name', async () => {
    expect((await settings('(a+)+', `${'a'.repeat(90)}!`)).status).toBe(400)
    expect((await settings('(a+)+b')).status).toBe(200)
    expect((await validate('a'.repeat(100))).status).toBe(400)
    expect((await validate(`${'a'.repeat(90)}b`)).status).toBe(200)
  })

  it.each([
    ['(?=a)b', 'RE2'],
    ['(a)\\1', 'RE2'],
    ['(', 'not a regular expression'],
    [`${'(a{0,30}){0,30}'.repeat(30)}`, 'too complex'],
    ['a'.repeat(1001), 'has 1001 characters; the maximum is 1000'],
  ])('rejects %s, and names the field', async (pattern, message) => {
    const answer = await settings(pattern)
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)).toMatchObject([
      { message: expect.stringContaining(message) as string, path: '/body/featureNaming/pattern' },
    ])
  })

  it('that RE2 does not support rejects new names, and names the remedy', async () => {
    await app.backend.store.transaction((queries) =>
      queries
        .updateTable('projects')
        .set({ feature_naming: JSON.stringify({ pattern: '(?=x)x+', example: null, description: null }) })
        .where('id', '=', 'default')
        .execute(),
    )
    const answer = await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'xx' } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Change the pattern in the settings of the project.')
    expect((await settings('')).status).toBe(200)
    expect(
      (await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'xx' } })).status,
    ).toBe(201)
  })
})

describe('the regular expression of a constraint', () => {
  /** From the report: linear, and yet 0.75 ms a character. */
  const bomb = Array.from({ length: 100 }, (_, index) => `(a.{0,9}){9}${index}`).join('|')

  it('is bounded in length and in program size, before it is compiled', () => {
    expect(compileExpression(bomb).problem).toContain('1000')
    expect(compileExpression('(.{0,999})'.repeat(90)).problem).toContain('too complex')
    expect(compileExpression('((a{0,100}){0,10}){3}').problem).toContain('too complex')
    expect(
      compileExpression('^[a-z]+@(example|halyard)\\.(com|org)$').expression?.test('a@halyard.org'),
    ).toBe(true)
  })

  it('has an estimated program of at most twice the bound', () => {
    const item = fc.constantFrom(
      'a',
      '[a-z]',
      '[^]x]',
      '\\d',
      '\\p{Greek}',
      '\\x{1F600}',
      '(ab|c)',
      '.',
      '(?:x(y){2})',
    )
    const repeat = fc.constantFrom('', '*', '+?', '{3}', '{0,20}', '{2,}')
    fc.assert(
      fc.property(fc.array(fc.tuple(item, repeat), { maxLength: 8 }), (parts) => {
        const pattern = parts.map((pair) => pair.join('')).join('')
        const estimate = estimateProgramSize(pattern, 1e9)
        expect(
          compileExpression(pattern).expression !== undefined || estimate > EXPRESSION_BOUNDS.programSize,
        ).toBe(true)
      }),
    )
  })

  it('is rejected when it is too large', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'bombed' } })
    const answer = await app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: 'bombed', environment: 'development' },
      body: { name: 'default', constraints: [{ contextName: 'userId', operator: 'REGEX', value: bomb }] },
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('the maximum is 1000')
  })

  it.each([
    [bomb, 'a', 'the maximum is 1000'],
    ['(a.{0,90}){9}b', 'a'.repeat(5000), 'too many for this pattern'],
  ])('that cannot be checked does not match, and the trace has the reason', (value, userId, why) => {
    const constraint = { contextName: 'userId', operator: 'REGEX', value }
    const flag = { name: 'x', enabled: true, strategies: [{ name: 'default', constraints: [constraint] }] }
    const sources = {
      feature: () => undefined,
      segment: () => undefined,
      now: new Date(0),
      random: () => 0,
    }
    const evaluation = evaluateFeature(flag, { userId }, sources, { trace: 'full' })
    expect(evaluation.enabled).toBe(false)
    expect(evaluation.trace?.strategies[0]?.constraints[0]?.problem).toContain(why)
    expect(explainEvaluation(evaluation).join(' ')).toContain(why)
  })

  it('of a naming pattern matches, does not match, or cannot be checked', () => {
    expect(['ab', 'b', 'abc'].map((name) => fitsNaming('a?b', name))).toEqual(['fits', 'fits', 'differs'])
    expect(fitsNaming('(?!a)', 'b')).toBe('unusable')
  })
})
