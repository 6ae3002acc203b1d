import { SECRETS } from './secrets.ts'

const PROJECT = '/api/admin/projects/default'

/** Makes a function that writes as the Admin's token does. It throws for any answer but a success. */
export const adminOf =
  (url: string) =>
  async (method: string, at: string, body: object): Promise<{ id: number; token: string }> => {
    const response = await fetch(url + at, {
      method,
      headers: { authorization: SECRETS.admin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
    return JSON.parse(text === '' ? '{}' : text) as { id: number; token: string }
  }

/** Creates what the load needs: an endpoint of signals, an action that they start, change requests in production. */
export async function prepareInstance(url: string): Promise<void> {
  const send = adminOf(url)
  await send('POST', `${PROJECT}/features`, { name: 'acted-on' })
  await send('PUT', `${PROJECT}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  const { id: sourceId } = await send('POST', '/api/admin/signal-endpoints', { name: 'tortured' })
  const robot = { name: 'Robot', username: 'robot', rootRole: 2 }
  const { id: actorId } = await send('POST', '/api/admin/service-account', robot)
  await send('POST', `${PROJECT}/actions`, {
    name: 'Turn on',
    actorId,
    match: { source: 'signal-endpoint', sourceId, payload: {} },
    actions: [
      {
        action: 'TOGGLE_FEATURE_ON',
        sortOrder: 1,
        executionParams: { project: 'default', environment: 'development', featureName: 'acted-on' },
      },
    ],
  })
}

/** Signs the Admin in; answers the cookie. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: SECRETS.password }),
  })
  if (!response.ok) throw new Error(`signing in answers ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Compares what SDKs get after a start with the toggles on the disk; answers the differences. */
export async function compareClientFeatures(
  url: string,
  toggles: ReadonlyMap<string, string>,
): Promise<string[]> {
  const response = await fetch(`${url}/api/client/features`, { headers: { authorization: SECRETS.backend } })
  if (!response.ok) return [`client features answer ${response.status} after the start`]
  const { features } = (await response.json()) as { features: { name: string; enabled: boolean }[] }
  return features
    .filter(({ name }) => toggles.has(name))
    .filter(({ name, enabled }) => (toggles.get(name) === 'on') !== enabled)
    .map(({ name, enabled }) => `SDKs get ${name} as ${enabled ? 'on' : 'off'}, the disk has the other`)
}
