import { callBothWays } from '../service/operation-call.ts'
import { SAMPLE_PASSWORD } from './sample-people.ts'
import type { Service } from '../service/service.ts'
import { getFeatureStrategies } from '#shared/flags/contract/strategies.ts'
import { getSegments } from '#shared/flags/contract/segments.ts'

const PROJECT = '/api/admin/projects/default'
const PRODUCTION = `${PROJECT}/environments/production`
const REQUESTS = `${PROJECT}/change-requests`
const LATER = '2099-01-01T10:00:00.000Z'

type Call = Service['call']

/** Requests in production, in every state that others see: asked for by Ada and Linus, settled by the Admin. */
export async function fillSampleChangeRequests(service: Service): Promise<void> {
  const { call } = service
  const ada = await callsAs(service, 'ada')
  const linus = await callsAs(service, 'linus@example.com')
  await configure(call, 1)

  const enable = { action: 'updateEnabled', feature: 'beta-banner', payload: { enabled: true } }
  const first = await ask(linus, 'Show the beta banner', [enable])
  await settle(call, first, ['Approved', 'Applied'])

  const archive = { action: 'archiveFeature', feature: 'beta-banner' }
  const second = await ask(linus, 'Away with the banner', [archive])
  await settle(call, second, ['Rejected'])

  const ranking = await strategyOf(call, 'search-ranking')
  const third = await ask(linus, 'Ranking for half of the users', [
    {
      action: 'updateStrategy',
      feature: 'search-ranking',
      payload: { id: ranking, ...rollout(50, 'search-ranking') },
    },
  ])
  await settle(call, third, ['Approved', 'Scheduled'])

  const killSwitch = `${PROJECT}/features/payments-kill-switch/environments/production/strategies`
  const { id } = (await call('POST', killSwitch, rollout(10, 'payments-kill-switch'))) as { id: string }
  await ask(linus, 'Kill switch for a tenth', [
    {
      action: 'updateStrategy',
      feature: 'payments-kill-switch',
      payload: { id, ...rollout(20, 'payments-kill-switch') },
    },
  ])
  // changed directly in the store, so the request is in conflict
  await call('PUT', `${killSwitch}/${id}`, rollout(30, 'payments-kill-switch'))

  await configure(call, 2)
  const segment = await segmentNamed(call, 'Norway')
  const checkout = await ask(ada, 'Roll out the new checkout', [
    { action: 'updateEnabled', feature: 'checkout-redesign', payload: { enabled: true } },
    {
      action: 'addStrategy',
      feature: 'checkout-redesign',
      payload: {
        ...rollout(25, 'checkout-redesign'),
        constraints: [
          { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] },
          { contextName: 'appName', operator: 'NOT_IN', values: ['kiosk'] },
        ],
      },
    },
    {
      action: 'updateStrategy',
      feature: 'search-ranking',
      payload: { id: ranking, ...rollout(75, 'search-ranking') },
    },
    {
      action: 'updateSegment',
      payload: {
        id: segment,
        name: 'Norway',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
      },
    },
  ])
  await ada('PUT', `${REQUESTS}/${checkout}/approvers`, { reviewers: [1] })
  await ada('POST', `${REQUESTS}/${checkout}/comments`, {
    text: 'For the spring release: a quarter of the users first, the rest after a week.',
  })
  await call('PUT', `${REQUESTS}/${checkout}/state`, { state: 'Approved', comment: 'Looks good to me.' })
}

const rollout = (percent: number, groupId: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'default', groupId },
})

const configure = (call: Call, requiredApprovals: number) =>
  call('PUT', `${PRODUCTION}/change-requests/config`, { changeRequestsEnabled: true, requiredApprovals })

/** A request with a title, in review; answers its id. */
async function ask(call: Call, title: string, changes: readonly object[]): Promise<number> {
  const { id } = (await call('POST', `${PRODUCTION}/change-requests`, changes)) as { id: number }
  await call('PUT', `${REQUESTS}/${id}/title`, { title })
  await call('PUT', `${REQUESTS}/${id}/state`, { state: 'In review' })
  return id
}

async function settle(call: Call, id: number, states: readonly string[]): Promise<void> {
  for (const state of states)
    await call('PUT', `${REQUESTS}/${id}/state`, {
      state,
      ...(state === 'Scheduled' ? { scheduledAt: LATER } : {}),
    })
}

async function strategyOf(call: Call, flag: string): Promise<string> {
  const [strategy] = await call(getFeatureStrategies, {
    params: { projectId: 'default', featureName: flag, environment: 'production' },
  })
  if (!strategy) throw new Error(`${flag} has no strategy`)
  return strategy.id
}

async function segmentNamed(call: Call, name: string): Promise<number> {
  const { segments } = await call(getSegments)
  const segment = segments.find((one) => one.name === name)
  if (!segment) throw new Error(`there is no segment ${name}`)
  return segment.id
}

/** Calls in the session of somebody of the sample. */
async function callsAs({ url }: Service, username: string): Promise<Call> {
  const signedIn = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: SAMPLE_PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return callBothWays(async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${username}: ${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  })
}
