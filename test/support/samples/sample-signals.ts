import { setTimeout as sleep } from 'node:timers/promises'

import type { Service } from '../service/service.ts'
import { setSignalOrder } from '#shared/signals/contract/senders.ts'
import { sendSignal } from '#shared/signals/contract/signals.ts'

const ENDPOINTS = '/api/admin/signal-endpoints'

/** Endpoints as one would have them after a while: one that is busy, one that is off, and senders that got it wrong. */
export async function fillSampleSignals(service: Service): Promise<void> {
  const { url } = service
  const { call } = service
  const post = async (at: string, body: object) =>
    (await call('POST', `${ENDPOINTS}${at}`, body)) as { id: number; token: string }
  const alerts = await post('', { name: 'grafana-alerts', description: 'Alerts of the monitoring' })
  const { token } = await post(`/${alerts.id}/tokens`, { name: 'grafana-eu' })
  await post(`/${alerts.id}/tokens`, { name: 'grafana-us' })
  await post('', { name: 'deploys', description: 'The pipeline', enabled: false })
  const send = async (body: string, authorization: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/signal-endpoint/grafana-alerts`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'user-agent': 'Grafana/11.2',
        ...headers,
      },
      body,
    })
    return response.status
  }
  await call(setSignalOrder, { params: { id: alerts.id }, body: { in: 'path', name: 'startsAt' } })
  const firing = JSON.stringify({
    severity: 'critical',
    status: 'firing',
    labels: { alertname: 'HighErrorRate', service: 'checkout', region: 'eu-north-1' },
    alerts: [{ id: 17, value: 0.051, silenced: false, runbook: null }],
    startsAt: '2026-11-01T12:00:00Z',
  })
  const sendTimes = async (wanted: number, body: string, headers: Record<string, string>) => {
    for (let times = 0; times < wanted;) {
      const status = await send(body, `Bearer ${token}`, headers)
      if (status === 200) times += 1
      // a second has one signal of an address
      else if (status === 429) await sleep(200)
      else throw new Error(`the sample signal was answered with ${status}`)
    }
  }
  await sendTimes(3, firing, { 'idempotency-key': 'alert-17' })
  await sendTimes(1, JSON.stringify({ status: 'pending', startsAt: '2026-11-01T11:58:00Z' }), {})
  for (const severity of ['warning', 'info'])
    await call(sendSignal, {
      params: { signalEndpointId: alerts.id },
      body: { payload: { severity, status: 'resolved' } },
    })
  await send('{}', 'Bearer signal:of-yesterday')
  await send('{}', 'default:development.unknown')
  await send('{"severity":', `Bearer ${token}`)
}
