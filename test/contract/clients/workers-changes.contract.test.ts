import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ClientFeature, Delta } from '#shared/clients/schemas/client.ts'
import { eventually } from '#support/runner/eventually.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import {
  startWithWorkers,
  type Client,
  type Received,
  type WorkerStage,
} from '#support/stages/worker-stage.ts'

const DELTA = '/api/client/delta'
const REMOTE = '/ofrep/v1/evaluate/flags'
const FLAGS = '/api/admin/projects/default/features'
const NAMES = ['a', 'b', 'c', 'd', 'e']

let stage: WorkerStage
/** Connections to both workers, one each. */
let clients: Client[]
beforeAll(async () => {
  stage = await startWithWorkers()
  clients = [stage.connect(), stage.connect()]
  for (const name of NAMES) await stage.admin('POST', FLAGS, { name, type: 'release' })
  for (const name of ['kept', 'moved'])
    await stage.admin('POST', '/api/admin/segments', { name, constraints: [among('1')] })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await stage.stop()
})

const among = (...values: string[]) => ({ contextName: 'userId', operator: 'IN', values })
/** All processes that answer: the main process is the last. */
const askAll = (at: string, sent: Parameters<Client['send']>[1]) =>
  Promise.all([...clients.map((client) => client.send(at, sent)), stage.askMain(at, sent)])

const turn = (flag: string, to: 'on' | 'off') =>
  stage.admin('POST', `${FLAGS}/${flag}/environments/development/${to}`)

/** Changes of a flag or a segment. Those that do nothing, or are refused, are part of the traffic. */
const CHANGES: Record<string, (flag: string) => Promise<unknown>> = {
  on: (flag) => turn(flag, 'on'),
  off: (flag) => turn(flag, 'off'),
  archive: (flag) => stage.admin('DELETE', `${FLAGS}/${flag}`),
  revive: (flag) => stage.admin('POST', `/api/admin/projects/default/revive`, { features: [flag] }),
  describe: (flag) => stage.admin('PUT', `${FLAGS}/${flag}`, { type: 'experiment', impressionData: true }),
  useSegment: (flag) =>
    stage.admin('POST', `${FLAGS}/${flag}/environments/development/strategies`, {
      ...{ name: 'flexibleRollout', segments: [1 + (NAMES.indexOf(flag) % 2)] },
      parameters: { rollout: '100', stickiness: 'default', groupId: flag },
    }),
  changeSegment: (flag) =>
    stage.admin('PUT', '/api/admin/segments/1', { name: 'kept', constraints: [among(flag, '2')] }),
  override: (flag) =>
    stage.admin(
      'PUT',
      `/api/halyard/projects/default/features/${flag}/environments/development/overrides/header:ada`,
      { enabled: flag < 'c' },
    ),
}

/** Changes after which a header may have its first override, or none any more: those of archived flags do not count. */
const SWITCHES: ReadonlySet<string> = new Set(['override', 'archive', 'revive'])

/** Flags and segments of an SDK that takes deltas. */
class Sdk {
  readonly flags = new Map<string, ClientFeature>()
  readonly segments = new Map<number, unknown>()
  etag = ''
  hydrations = 0

  take({ status, headers, text }: Received): void {
    this.etag = headers.etag ?? ''
    if (status === 304) return
    for (const event of (JSON.parse(text) as Delta).events) {
      if (event.type === 'hydration') {
        this.hydrations += 1
        this.flags.clear()
        this.segments.clear()
        for (const flag of event.features) this.flags.set(flag.name, flag)
        for (const segment of event.segments) this.segments.set(segment.id, segment)
      } else if (event.type === 'feature-updated') this.flags.set(event.feature.name, event.feature)
      else if (event.type === 'feature-removed') this.flags.delete(event.featureName)
      else if (event.type === 'segment-updated') this.segments.set(event.segment.id, event.segment)
      else this.segments.delete(event.segmentId)
    }
  }
}

const byName = (flags: readonly ClientFeature[]) => flags.toSorted((a, b) => (a.name < b.name ? -1 : 1))

describe('an SDK that takes deltas', () => {
  it('has all flags after each change, whichever process answers it, and gets everything once', async () => {
    const anyChange = fc.record({
      kind: fc.constantFrom(...Object.keys(CHANGES)),
      flag: fc.constantFrom(...NAMES),
      process: fc.nat({ max: 2 }),
      overlay: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
        const sdks = { plain: new Sdk(), overlaid: new Sdk() }
        for (const { kind, flag, process, overlay } of changes) {
          // such as the archive of an archived flag
          await CHANGES[kind]?.(flag).catch(() => undefined)
          const sdk = overlay ? sdks.overlaid : sdks.plain
          const headers: Record<string, string> = {
            authorization: BACKEND,
            ...(overlay ? { 'x-halyard-overlay': 'ada' } : {}),
          }
          const has = { ...headers, ...(sdk.etag === '' ? {} : { 'if-none-match': sdk.etag }) }
          const answers = await askAll(DELTA, { headers: has })
          expect(new Set(answers.map(({ headers: { etag }, status }) => `${status} ${etag}`)).size).toBe(1)
          const answer = answers[process]
          if (answer) sdk.take(answer)
          const whole = await stage.askMain('/api/client/features', {
            headers: { ...headers, 'unleash-client-spec': '5.2.0' },
          })
          const { features, segments } = JSON.parse(whole.text) as {
            features: ClientFeature[]
            segments: { id: number }[]
          }
          expect(byName([...sdk.flags.values()])).toEqual(byName(features))
          expect(new Map(sdk.segments)).toEqual(new Map(segments.map((one) => [one.id, one])))
        }
        expect(sdks.plain.hydrations).toBeLessThanOrEqual(1)
        // as long as there are overrides for a header, its requests are another query: each way there and back begins anew
        const switches = changes.filter(({ kind }) => SWITCHES.has(kind)).length
        expect(sdks.overlaid.hydrations).toBeLessThanOrEqual(1 + switches)
      }),
      { numRuns: propertyRuns(12) },
    )
  })
})

describe('SDKs that take deltas while flags change', () => {
  it('miss no change, although each request goes to another process', async () => {
    for (const flag of NAMES) await CHANGES['revive']?.(flag).catch(() => undefined)
    let areChanging = true
    const change = async () => {
      for (let round = 0; round < 15; round += 1)
        await Promise.all(NAMES.map((flag, index) => turn(flag, (round + index) % 3 === 0 ? 'off' : 'on')))
      areChanging = false
    }
    const poll = async (sdk: Sdk, first: number) => {
      const ask = (at: number) => {
        const sent = { headers: { authorization: BACKEND, 'if-none-match': sdk.etag } }
        return clients[at]?.send(DELTA, sent) ?? stage.askMain(DELTA, sent)
      }
      for (let round = first; areChanging; round += 1) sdk.take(await ask(round % 3))
      sdk.take(await ask(first))
    }
    const sdks = [new Sdk(), new Sdk(), new Sdk()]
    await Promise.all([change(), ...sdks.map(poll)])
    const whole = await stage.askMain('/api/client/features', { headers: { authorization: BACKEND } })
    const { features } = JSON.parse(whole.text) as { features: ClientFeature[] }
    const states = features.map(({ name, enabled }) => `${name} ${enabled}`)
    for (const { flags } of sdks)
      expect(byName([...flags.values()]).map(({ name, enabled }) => `${name} ${enabled}`)).toEqual(states)
  })
})

describe('OpenFeature', () => {
  const evaluation = (headers: Record<string, string> = {}, appName = 'web') => ({
    method: 'POST',
    headers: { authorization: FRONTEND, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ context: { targetingKey: '1', appName } }),
  })

  it('gets one ETag and one event stream from all processes, and 304 from each until a flag changes', async () => {
    await stage.admin('POST', FLAGS, { name: 'everybody', type: 'release' })
    const results = await askAll(REMOTE, evaluation())
    const [first] = results
    for (const { status, headers, text } of results)
      expect([status, headers.etag, text]).toEqual([200, first?.headers.etag, first?.text])
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ eventStreams: [{ type: 'sse' }] })
    const again = evaluation({ 'if-none-match': first?.headers.etag ?? '' })
    expect((await askAll(REMOTE, again)).map(({ status }) => status)).toEqual([304, 304, 304])
    await turn('everybody', 'on')
    expect((await askAll(REMOTE, again)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('opens the event stream that a worker names', async () => {
    const answer = await clients[0]?.send(REMOTE, evaluation({ 'x-halyard-overlay': 'eve' }))
    const { eventStreams } = JSON.parse(answer?.text ?? '') as {
      eventStreams: { endpoint: { requestUri: string } }[]
    }
    const response = await fetch(stage.url + (eventStreams[0]?.endpoint.requestUri ?? ''))
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  it('has each evaluation of a single flag counted once, whichever process made it', async () => {
    await CHANGES['revive']?.('b').catch(() => undefined)
    for (let round = 0; round < 5; round += 1)
      for (const { status } of await askAll(`${REMOTE}/b`, evaluation({}, 'counted')))
        expect(status).toBe(200)
    await eventually(async () => {
      const { lastHourUsage, seenApplications } = (await stage.admin(
        'GET',
        '/api/admin/client-metrics/features/b',
      )) as { lastHourUsage: { yes: number; no: number }[]; seenApplications: string[] }
      expect(seenApplications).toEqual(['counted'])
      expect(lastHourUsage.reduce((sum, { yes, no }) => sum + yes + no, 0)).toBe(15)
    })
  })
})

describe('the way of an SDK', () => {
  it('is shown on the page Propagation, for polls and for deltas that workers answered', async () => {
    const names = { 'unleash-appname': 'both', 'unleash-instanceid': 'i' }
    const headers = { authorization: BACKEND, ...names }
    await clients[0]?.send(DELTA, { headers })
    await clients[0]?.send('/api/client/features', { headers })
    const { sdkRevisions } = stage.backend.services.clientApi
    await eventually(() => {
      const { sdks } = sdkRevisions.list(new Date(), new Set(), 'both')
      expect(sdks.map(({ way }) => way).toSorted()).toEqual(['delta', 'poll'])
    })
  })
})
