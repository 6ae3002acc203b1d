import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { getUnknownFlags } from '#shared/clients/contract/applications.ts'
import { getEvaluationLog, getEvaluationLogCall } from '#shared/clients/contract/evaluation-log.ts'
import { receiveLogRecords, receiveSpans } from '#shared/clients/contract/telemetry.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { addGroup } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ALL_PROJECTS = '*:development.all-projects'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'auditor', permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
      { username: 'reader', roles: ['Viewer'] },
    ],
    env: { INIT_BACKEND_API_TOKENS: `${BACKEND},${ALL_PROJECTS}` },
    rateLimits: { perMinute: {} },
  })
  await addProject(app, 'secret', ['development'])
  // a custom root role sees private projects, but not through a group
  const { id: rootRoleId } = await app.backend.store.queries
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'of auditor')
    .executeTakeFirstOrThrow()
  await addGroup(app, 'auditors', { rootRoleId, members: ['reader'] })
  for (const [projectId, name] of [
    ['default', 'checkout'],
    ['default', 'banner'],
    ['default', 'archived'],
    ['secret', 'hidden'],
  ] as const)
    await app.call(createFeature, { params: { projectId }, body: { name } })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'archived' } })
  await app.call(updateProject, {
    params: { projectId: 'secret' },
    body: { name: 'Secret', mode: 'private' },
  })
})
afterAll(() => app.stop())

type Values = Readonly<Record<string, string | boolean | number>>
const attributes = (values: Values) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { doubleValue: value },
  }))
const nanos = () => `${app.clock.now().getTime()}000000`

/** Counter in the names of services: entries of one test are not those of another. */
let service = ''
let tests = 0
beforeEach(() => void (service = `shop-${++tests}`))

const resource = () => ({ attributes: attributes({ 'service.name': service, 'host.name': 'h' }) })
const spans = (...list: object[]) => ({
  resourceSpans: [{ resource: resource(), scopeSpans: [{ scope: { name: 'x' }, spans: list }] }],
})
const logs = (...list: object[]) => ({
  resourceLogs: [{ resource: resource(), scopeLogs: [{ logRecords: list }] }],
})
const spanOf = (values: Values) => ({
  name: 'feature_flag.evaluation',
  endTimeUnixNano: nanos(),
  attributes: attributes(values),
})
const eventOf = (values: Values, name = 'feature_flag.evaluation') => ({
  eventName: name,
  timeUnixNano: nanos(),
  attributes: attributes(values),
})
const send = (body: object, token: string | null = BACKEND) => app.call(receiveSpans, { body, token })
const sendLogs = (body: object, token = BACKEND) => app.call(receiveLogRecords, { body, token })

/** Entries of this test, the newest first, with their results as a user sees them. */
async function logged(caller: { as: string } | { token: string } = { token: ADMIN }) {
  const { body } = await app.call(getEvaluationLog, caller)
  const own = body.calls.filter(({ appName }) => appName === service)
  return Promise.all(
    own.map(async ({ id }) => (await app.call(getEvaluationLogCall, { ...caller, params: { id } })).body),
  )
}

describe('evaluations that SDKs decided and report by OpenTelemetry', () => {
  it('stand in the evaluation log as decided by the SDK, from spans, span events and log records', async () => {
    const today = {
      'feature_flag.key': 'checkout',
      'feature_flag.provider.name': 'flagd',
      'feature_flag.result.variant': 'blue',
      'feature_flag.result.value': true,
      'feature_flag.result.reason': 'targeting_match',
      'feature_flag.context.id': 'ann',
    }
    const former = {
      'feature_flag.key': 'banner',
      'feature_flag.provider_name': 'old-provider',
      'feature_flag.variant': 'red',
      'feature_flag.context.id': 'ben',
    }
    const span = {
      name: 'GET /cart',
      traceId: 'a'.repeat(32),
      attributes: attributes({ 'db.statement': 'select 1' }),
      events: [{ name: 'feature_flag', timeUnixNano: nanos(), attributes: attributes(former) }],
    }
    expect(await send(spans(spanOf(today), span))).toMatchObject({ status: 200, body: {}, text: '{}' })
    const record = eventOf({ ...today, 'feature_flag.context.id': 'cleo' })
    expect(await sendLogs(logs(record, { body: { stringValue: 'a line of a log' } }))).toMatchObject({
      status: 200,
      text: '{}',
    })
    const [cleo, ben, ann, ...others] = await logged()
    expect(others).toEqual([])
    expect(ann).toMatchObject({
      kind: 'reported',
      appName: service,
      environment: 'development',
      at: '2026-11-21T12:00:00.000Z',
      count: 1,
      flags: 1,
      enabled: null,
      overridden: null,
      context: { properties: { targetingKey: 'ann' } },
      results: [
        {
          name: 'checkout',
          enabled: true,
          variant: 'blue',
          value: 'true',
          decidedBy: 'sdk',
          reason: 'targeting_match',
          explanation: ['The SDK (flagd) decided: targeting_match.'],
          override: null,
        },
      ],
    })
    expect(ben?.results).toMatchObject([
      { name: 'banner', enabled: null, variant: 'red', value: null, reason: 'unknown' },
    ])
    expect(cleo?.context).toEqual({ properties: { targetingKey: 'cleo' } })
    expect(cleo?.results).toEqual(ann?.results)
  })

  it('have values of all types, and those of the conventions of 2024', async () => {
    const value = (of: object) => ({
      ...eventOf({}),
      attributes: [
        ...attributes({ 'feature_flag.key': 'checkout' }),
        { key: 'feature_flag.result.value', value: of },
      ],
    })
    const map = {
      kvlistValue: {
        values: [
          { key: 'size', value: { intValue: '5' } },
          { key: 'list', value: { arrayValue: { values: [{ boolValue: false }, {}] } } },
        ],
      },
    }
    const named = { ...attributes({ 'event.name': 'feature_flag' })[0] }
    const of2024 = {
      body: { kvlistValue: { values: [{ key: 'value', value: { stringValue: 'from the body' } }] } },
      attributes: [...attributes({ 'feature_flag.key': 'checkout' }), named],
      observedTimeUnixNano: nanos(),
    }
    const records = [
      value({ boolValue: false }),
      value({ intValue: '9007199254740993' }),
      value({ intValue: 7 }),
      value({ doubleValue: 0.5 }),
      value({ doubleValue: 'NaN' }),
      value(map),
      value({ stringValue: 'x'.repeat(5000) }),
      of2024,
    ]
    expect((await sendLogs(logs(...records))).text).toBe('{}')
    const [entry] = await logged()
    expect(entry?.results.map((one) => one.value)).toEqual([
      'false',
      '9007199254740993',
      '7',
      '0.5',
      'NaN',
      '{"size":5,"list":[false,null]}',
      `${'x'.repeat(199)}…`,
      'from the body',
    ])
    expect(entry?.results[0]?.enabled).toBe(false)
  })

  it('are grouped by context, and counted where they are equal', async () => {
    const of = (id: string) => eventOf({ 'feature_flag.key': 'checkout', 'feature_flag.context.id': id })
    const error = eventOf({
      'feature_flag.key': 'banner',
      'feature_flag.context.id': 'ann',
      'feature_flag.result.reason': 'error',
      'error.type': 'flag_not_found',
    })
    await sendLogs(logs(of('ann'), of('ben'), of('ann'), error))
    await sendLogs(logs(of('ben')))
    const entries = await logged()
    expect(entries.map(({ count, results }) => [count, results.map(({ name }) => name)])).toEqual([
      [2, ['checkout']],
      [2, ['checkout', 'banner']],
    ])
    expect(entries[1]?.results[1]).toMatchObject({
      reason: 'error',
      explanation: ['The SDK reported the error flag_not_found, and used the default of the code.'],
    })
  })

  it.each([
    ['an hour ago', -3_600_000, -3_600_000],
    ['in the future', 60_000, 0],
    ['two days ago', -2 * 86_400_000, 0],
  ])('have the time of the sender, unless it cannot be: %s', async (_name, sent, shown) => {
    const now = app.clock.now().getTime()
    const record = { ...eventOf({ 'feature_flag.key': 'checkout' }), timeUnixNano: `${now + sent}000000` }
    await sendLogs(logs(record))
    expect((await logged()).map(({ at }) => at)).toEqual([new Date(now + shown).toISOString()])
  })

  it('of names that no flag has are unknown flags, too; those of archived flags as well', async () => {
    const records = ['no-such-flag', 'archived', 'checkout'].map((key) =>
      eventOf({ 'feature_flag.key': key }),
    )
    await sendLogs(logs(...records))
    const { body } = await app.call(getUnknownFlags)
    const own = body.unknownFlags.filter(({ reports }) => reports.some(({ appName }) => appName === service))
    expect(own.map(({ name }) => name).sort()).toEqual(['archived', 'no-such-flag'])
    expect(own[0]?.reports[0]?.environments).toMatchObject([{ environment: 'development' }])
    const [entry] = await logged()
    expect(entry?.results.find(({ name }) => name === 'no-such-flag')?.explanation).toContain(
      'No flag has this name.',
    )
    // nothing is counted: SDKs report metrics themselves
    const counts = await app.backend.store.queries.selectFrom('client_metrics').selectAll().execute()
    expect(counts.filter((one) => one.app_name === service)).toEqual([])
  })
})

describe('the reach of a token and of a reader', () => {
  const both = () =>
    logs(eventOf({ 'feature_flag.key': 'hidden' }), eventOf({ 'feature_flag.key': 'checkout' }))

  it('ignores flags beyond the projects of the token, and does not say that they exist', async () => {
    expect((await sendLogs(both())).text).toBe('{}')
    expect((await logged()).flatMap(({ results }) => results.map(({ name }) => name))).toEqual(['checkout'])
    const { body } = await app.call(getUnknownFlags)
    expect(body.unknownFlags.map(({ name }) => name)).not.toContain('hidden')
  })

  it('shows flags of a private project to those who see it only', async () => {
    await sendLogs(both(), ALL_PROJECTS)
    await sendLogs(
      logs(eventOf({ 'feature_flag.key': 'hidden', 'feature_flag.context.id': '7' })),
      ALL_PROJECTS,
    )
    const names = async (as?: string) =>
      (await logged(as === undefined ? undefined : { as })).map(({ results }) =>
        results.map(({ name }) => name),
      )
    expect(await names()).toEqual([['hidden'], ['hidden', 'checkout']])
    expect(await names('reader')).toEqual([['checkout']])
    const [{ id } = { id: 0 }] = await logged()
    expect((await app.call(getEvaluationLogCall, { as: 'reader', params: { id } })).status).toBe(404)
  })

  it.each([
    ['a frontend token', FRONTEND, 200],
    ['a wrong token', 'default:development.nonsense', 401],
    ['no token', null, 401],
  ])('is asked of %s', async (_name, token, status) => {
    expect((await send(spans(), token)).status).toBe(status)
  })

  it('lets pages of other origins report, as the frontend API does', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
    const preflight = await app.call('OPTIONS', '/otlp/v1/traces', { token: null, headers })
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  })
})

describe('an export that is not taken', () => {
  it('as a part says how many records, and why', async () => {
    const good = { 'feature_flag.key': 'checkout' }
    const bad = { name: 'GET /', events: [0, 1].map(() => ({ name: 'feature_flag', attributes: [] })) }
    const long = spanOf({ 'feature_flag.key': 'x'.repeat(101) })
    const { body } = await send(spans(spanOf(good), bad, long, { name: 'other' }))
    expect(body).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage:
          'An evaluation has no feature_flag.key that is a text. A feature_flag.key has more than 100 characters.',
      },
    })
    expect((await logged()).flatMap(({ results }) => results.map(({ name }) => name))).toEqual(['checkout'])
  })

  it('as there are too many evaluations is taken up to the limit', async () => {
    const many = Array.from({ length: 1003 }, (_, n) =>
      eventOf({ 'feature_flag.key': 'checkout', 'feature_flag.result.variant': `v${n}` }),
    )
    const { body } = await sendLogs(logs(...many))
    expect(body.partialSuccess).toMatchObject({ rejectedLogRecords: '3' })
    const entries = await logged()
    expect(entries.map(({ flags }) => flags)).toEqual(Array.from({ length: 20 }, () => 50))
  })
})
