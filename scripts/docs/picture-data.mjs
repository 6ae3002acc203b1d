const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const HOURS = 47
const PROJECTS = ['demo-shop', 'demo-mobile']

/**
 * Fills an instance for pictures: the demo, and applications, reports and signals as after two days of use. Resolves to the token that a
 * mirror needs.
 */
export async function fillForPictures(service, demo) {
  const { call, url } = service
  await call('POST', '/api/admin/scenario/apply', { text: demo, file: 'demo.yaml' })
  const post = async (at, authorization, body) => {
    const response = await fetch(url + at, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${at}: ${response.status} ${await response.text()}`)
  }
  const secrets = []
  for (const environment of ['development', 'production']) {
    const token = { tokenName: `shop-${environment}`, type: 'backend', environment, projects: PROJECTS }
    const { secret } = await call('POST', '/api/admin/api-tokens', token)
    secrets.push(secret)
    for (const appName of ['shop', 'shop-worker']) await report(post, secret, { appName, environment })
  }
  await evaluate(call)
  await sendSignals(call, post)
  await makePolicies(call)
  return { mirrored: secrets.join(',') }
}

async function makePolicies(call) {
  const policies = [
    {
      name: 'Begin with a quarter',
      rule: { kind: 'first-rollout', atMost: 25 },
      environmentType: 'production',
      effect: 'refuse',
      description: 'Ask #releases where you are not sure.',
    },
    {
      name: 'Say what a flag is for',
      rule: { kind: 'description-required' },
      effect: 'warn',
      description: 'One sentence is enough.',
    },
  ]
  for (const policy of policies) await call('POST', '/api/halyard/policies', policy)
}

/** Sets overrides. A bar on every page says so from then on. */
export async function setOverrides(call) {
  const overrides = [
    ['demo-new-checkout', 'everybody', { enabled: false }],
    ['demo-free-shipping-banner', 'user:7', { enabled: true }],
    ['demo-recommendations', 'application:shop', { enabled: false }],
  ]
  for (const [flag, target, body] of overrides)
    await call(
      'PUT',
      `/api/halyard/projects/demo-shop/features/${flag}/environments/development/overrides/${target}`,
      body,
    )
}

/** Sends the reports of an application: its start, and two days of evaluations. */
async function report(post, secret, { appName, environment }) {
  const instanceId = `${appName}-1`
  const now = Date.now()
  await post('/api/client/register', secret, {
    appName,
    instanceId,
    sdkVersion: 'unleash-client-node:6.12.1',
    strategies: ['default', 'flexibleRollout'],
    started: new Date(now - 2 * DAY_MS).toISOString(),
    interval: 60_000,
  })
  const share = environment === 'production' ? 1 : 0.1
  for (let hour = HOURS; hour >= 0; hour--) {
    const start = now - hour * HOUR_MS
    // more by day than by night
    const people = share * Math.round(900 + 600 * Math.sin((start / DAY_MS) * 2 * Math.PI))
    const split = (part, variants = {}) => ({
      yes: Math.round(people * part),
      no: Math.round(people * (1 - part)),
      variants: Object.fromEntries(
        Object.entries(variants).map(([name, of]) => [name, Math.round(people * of)]),
      ),
    })
    await post('/api/client/metrics', secret, {
      appName,
      instanceId,
      bucket: {
        start: new Date(start).toISOString(),
        stop: new Date(start + 60_000).toISOString(),
        toggles: {
          'demo-new-checkout': split(environment === 'production' ? 0.12 : 1),
          'demo-recommendations': split(1),
          'demo-dark-mode': split(0.3),
          'demo-free-shipping-banner': split(1, { short: 0.48, long: 0.52 }),
        },
      },
    })
  }
}

/** Evaluates the flags for customers of four countries: the window then knows contexts to show. */
async function evaluate(call) {
  const countries = ['NO', 'SE', 'DE', 'FR']
  for (const [index, country] of countries.entries())
    await call('POST', '/api/admin/playground/advanced', {
      environments: ['development', 'production'],
      projects: '*',
      context: {
        appName: 'shop',
        userId: Array.from({ length: 8 }, (_, n) => 1000 + n * countries.length + index).join(','),
        properties: { country, demoPlan: index % 2 === 0 ? 'plus' : 'free' },
      },
    })
}

/** Sends alerts of a monitoring to the endpoint of the demo. */
async function sendSignals(call, post) {
  const { signalEndpoints } = await call('GET', '/api/admin/signal-endpoints')
  const { id, name } = signalEndpoints.find((one) => one.name === 'demo-alerts')
  const { token } = await call('POST', `/api/admin/signal-endpoints/${id}/tokens`, { name: 'monitoring' })
  const alerts = [
    { service: 'search', severity: 'info', status: 'resolved', milliseconds: 140 },
    { service: 'checkout', severity: 'warning', status: 'firing', milliseconds: 910 },
    { service: 'recommendations', severity: 'critical', status: 'firing', milliseconds: 4200 },
  ]
  for (const alert of alerts)
    await post(`/api/signal-endpoint/${name}`, `Bearer ${token}`, { ...alert, region: 'eu-north-1' })
}
