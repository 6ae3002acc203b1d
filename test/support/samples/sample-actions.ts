import { PATIENCE_MS } from '../runner/patience.ts'
import type { Service } from '../service/service.ts'
import { setActionRules } from '#shared/signals/contract/action-rules.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { sendSignal } from '#shared/signals/contract/signals.ts'
import { getSignalQueue, getActionsOverview } from '#shared/signals/contract/action-execution.ts'

const ACTIONS = '/api/admin/projects/default/actions'
const params = { environment: 'development', featureName: 'payments-kill-switch' }

/** An endpoint of alerts, action sets that wait for them, and what they have done: some well, some not. */
export async function fillSampleActions(service: Service): Promise<void> {
  const { call } = service
  const made = async (at: string, body: object) => ((await call('POST', at, body)) as { id: number }).id
  const endpoint = await made('/api/admin/signal-endpoints', {
    name: 'uptime-alerts',
    description: 'What watches the shop from outside',
  })
  await call(createProject, { body: { id: 'no-actions', name: 'No actions' } })
  const account = (name: string, rootRole: number) =>
    made('/api/admin/service-account', { name, username: name.toLowerCase().replace(' ', '-'), rootRole })
  const incident = await account('Incident robot', 2)
  const reader = await account('Reading robot', 3)
  const critical = { severity: { operator: 'IN', values: ['critical', 'fatal'] } }
  const set = (name: string, actorId: number, payload: object, rest: object = {}) =>
    made(ACTIONS, {
      name,
      actorId,
      match: { source: 'signal-endpoint', sourceId: endpoint, payload },
      actions: [{ action: 'TOGGLE_FEATURE_OFF', sortOrder: 1, executionParams: params }],
      ...rest,
    })
  await set('Stop payments on incidents', incident, critical, {
    actions: [
      { action: 'TOGGLE_FEATURE_OFF', sortOrder: 1, executionParams: params },
      {
        action: 'TOGGLE_FEATURES_OFF_BY_TAG',
        sortOrder: 2,
        executionParams: { environment: 'development', tag: 'team:payments' },
      },
      {
        action: 'TOGGLE_FEATURE_OFF',
        sortOrder: 3,
        executionParams: { environment: 'development', featureName: 'a-flag-that-is-gone' },
      },
      { action: 'TOGGLE_FEATURE_ON', sortOrder: 4, executionParams: params },
    ],
  })
  await set('Slow responses', reader, { 'checks[0].milliseconds': { operator: 'NUM_GT', value: '800' } })
  const warnings = await set('Warnings', incident, {
    severity: { operator: 'STR_CONTAINS', values: ['warn'] },
  })
  await call(setActionRules, {
    params: { projectId: 'default', id: String(warnings) },
    body: { onFailure: 'continue', retries: 3, coolDownMinutes: 30, maxPerHour: 4, reset: OVER },
  })
  const all = { 'source.region': { operator: 'STR_STARTS_WITH', values: ['eu-'], caseInsensitive: true } }
  await set('Away with the banner', incident, { ...critical, ...all }, { enabled: false })
  for (let n = 0; n < 20; n++)
    await call(sendSignal, { params: { signalEndpointId: endpoint }, body: { payload: alert(n) } })
  await untilDone(service)
}

const OVER = { severity: { operator: 'IN' as const, values: ['resolved'] } }

const alert = (n: number) => ({
  severity: n % 7 === 3 ? 'critical' : n % 2 === 0 ? 'info' : 'warning',
  source: { region: n % 3 === 0 ? 'eu-north' : 'us-east', host: `web-${n}` },
  checks: [{ name: 'checkout', milliseconds: 120 + n * 41 }],
})

/** The service hands signals to the actions by itself; the sample instance does so each second. */
async function untilDone(service: Service): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const { waiting } = await service.call(getSignalQueue)
    if (waiting === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { actions } = await service.call(getActionsOverview, { params: { projectId: 'default' } })
  if (!actions.some((one) => one.failed > 0)) throw new Error('no action was executed')
}
