import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { testsOnPostgres } from '#support/runner/make-database.ts'
import { root } from '#support/runner/root.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const METRICS = '/internal-backstage/prometheus'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ env: { HALYARD_SERVER_METRICS: 'loopback' } })
})
afterAll(() => app.stop())

const read = async (from = app) => {
  const answer = await from.call('GET', METRICS, { token: null })
  expect(answer.status).toBe(200)
  return answer.text
}
/** Reads the value of a line by its name and labels. */
const valueOf = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}
const later = () => app.clock.advance(6000)

describe('the Prometheus metrics', () => {
  it('are served without a token, in the text format of Prometheus', async () => {
    const answer = await app.call('GET', METRICS, { token: null })
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.text).toMatch(/^# HELP feature_toggles_total /m)
    expect(answer.text).toMatch(/^# TYPE http_request_duration_milliseconds histogram$/m)
  })

  it('count what is stored', async () => {
    const before = valueOf(await read(), 'feature_toggles_total') ?? NaN
    for (const name of ['a', 'b'])
      await app.call('POST', '/api/admin/projects/default/features', { body: { name: `metric-${name}` } })
    await app.call('DELETE', '/api/admin/projects/default/features/metric-b')
    later()
    const text = await read()
    expect(valueOf(text, 'feature_toggles_total')).toBe(before + 1)
    expect(valueOf(text, 'feature_toggles_archived_total')).toBe(1)
    expect(valueOf(text, 'projects_total')).toBe(1)
    // a server of databases has metrics of its own
    if (!testsOnPostgres)
      expect(valueOf(text, 'halyard_store_size_bytes{file="database"}')).toBeGreaterThan(0)
    expect(valueOf(text, 'halyard_store_writable')).toBe(1)
    expect(valueOf(text, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'resource_limit{resource="featureFlags"}')).toBe(5000)
    expect(valueOf(text, 'environment_revision_id{environment="development"}')).toBeGreaterThan(0)
  })

  it('count requests by operation and status, with the names of parameters and not their values', async () => {
    const line = (path: string, status: number) =>
      `http_requests_total{method="GET",path="${path}",status="${status}"}`
    const of = '/api/admin/projects/:projectId/features/:featureName'
    for (const name of ['x1', 'x2', 'x3'])
      await app.call('GET', `/api/admin/projects/default/features/${name}`)
    await app.call('GET', '/api/client/features', { token: BACKEND })
    const text = await read()
    expect(valueOf(text, line(of, 404))).toBe(3)
    expect(valueOf(text, line('/api/client/features', 200))).toBe(1)
    expect(
      valueOf(text, 'http_request_duration_milliseconds_count{method="GET",path="/api/client/features"}'),
    ).toBe(1)
    expect(text).not.toContain('x1')
  })

  it('have a bounded number of lines, whatever is requested', async () => {
    const lines = async () => (await read()).split('\n').length
    await app.call('GET', '/nope')
    const before = await lines()
    for (let n = 0; n < 300; n++) {
      await app.call('GET', `/api/nope-${n}`)
      await app.call('GET', `/api/admin/projects/p${n}/features/f${n}`)
    }
    expect(await lines()).toBeLessThanOrEqual(before + 2)
  })

  it('are not served to other machines, nor through a local proxy', async () => {
    const refused = { status: 404, body: { name: 'NotFoundError' } }
    expect(await app.call('GET', METRICS, { token: null, ip: '192.168.1.7' })).toMatchObject(refused)
    expect(await app.call('GET', METRICS, { headers: { 'x-forwarded-for': '10.0.0.1' } })).toMatchObject(
      refused,
    )
    for (const name of ['forwarded', 'via', 'x-real-ip'])
      expect(await app.call('GET', METRICS, { headers: { [name]: '::1' } })).toMatchObject(refused)
    expect((await app.call('GET', METRICS, { ip: '::1' })).status).toBe(200)
  })

  it.each([
    ['all', 200],
    ['true', 200],
    ['off', 404],
    ['false', 404],
    ['loopback', 404],
    ['192.168.1.0/24, ::1', 200],
    ['192.168.2.0/24', 404],
    ['', 404],
  ])('with serverMetrics %s return %i to another machine', async (setting, status) => {
    const other = await startBackend({ env: { HALYARD_SERVER_METRICS: setting } })
    expect((await other.call('GET', METRICS, { ip: '192.168.1.7' })).status).toBe(status)
    await other.stop()
  })

  it('are served to nobody unless the settings say so, and name the setting', async () => {
    const other = await startBackend()
    for (const path of [METRICS, '/internal-backstage/impact/metrics'])
      expect((await other.call('GET', path)).body).toMatchObject({
        name: 'NotFoundError',
        message: expect.stringContaining('`serverMetrics`') as string,
      })
    await other.stop()
  })

  it('are served by the address that a trusted proxy names', async () => {
    const other = await startBackend({
      env: { HALYARD_TRUSTED_PROXIES: '127.0.0.1', HALYARD_SERVER_METRICS: '10.1.0.0/16' },
    })
    const from = async (address: string) =>
      (await other.call('GET', METRICS, { headers: { 'x-forwarded-for': address } })).status
    expect(await from('10.1.2.3')).toBe(200)
    expect(await from('10.2.2.3')).toBe(404)
    expect(await from('10.1.2.3, 203.0.113.7')).toBe(404)
    expect((await other.call('GET', METRICS)).status).toBe(404)
    await other.stop()
  })

  it('are served to GET only, and not as a page', async () => {
    expect((await app.call('POST', METRICS, { body: {} })).status).toBe(404)
    expect((await app.call('GET', `${METRICS}/more`)).body).toMatchObject({ name: 'NotFoundError' })
  })
})

describe('the dashboard for Grafana', () => {
  interface Dashboard {
    panels: {
      title: string
      gridPos: { x: number; y: number; w: number; h: number }
      targets: { expr: string }[]
    }[]
  }
  const file = path.join(root, 'docs/grafana/halyard.json')
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard

  it('asks for metrics and labels that are served', async () => {
    await app.call('GET', '/api/client/features', { token: BACKEND })
    const text = await read()
    const served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        const names = [...expr.matchAll(/(\w+)\{job=/g)].map(([, name = '']) => name.replace(/_bucket$/, ''))
        expect(names.length, title).toBeGreaterThan(0)
        for (const name of names) expect(served, title).toContain(name)
        const asked = [...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
        // Prometheus itself adds the instance; no turn of this process was long; a server has no file
        const unlabelled = ['instance', 'work', ...(testsOnPostgres ? ['file'] : [])]
        for (const label of asked.filter((one) => !unlabelled.includes(one)))
          expect(labels, title).toContain(label)
      }
  })

  it('has panels that do not overlap', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_none, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })
})
