import { SECRETS } from '../torture/secrets.ts'
import { adminOf } from '../torture/tortured-instance.ts'

/** Endpoints of the proof, and senders of each, which is one of its tokens. */
export const ENDPOINTS = 4
const SENDERS_OF_ENDPOINT = 4
export const SENDERS = ENDPOINTS * SENDERS_OF_ENDPOINT

export const endpointOf = (sender: number): string => `proof-${sender % ENDPOINTS}`
/** Half of the endpoints are asked to look at the order of their signals. */
export const isOrdered = (sender: number): boolean => sender % ENDPOINTS < ENDPOINTS / 2

/** Creates the endpoints, the tokens of their senders, and what they start. Returns the tokens by sender. */
export async function prepareProof(url: string): Promise<string[]> {
  const send = adminOf(url)
  await send('POST', '/api/admin/projects/default/features', { name: 'proven' })
  const robot = { name: 'Robot', username: 'robot', rootRole: 2 }
  const { id: actorId } = await send('POST', '/api/admin/service-account', robot)
  const tokens: string[] = []
  for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
    const { id } = await send('POST', '/api/admin/signal-endpoints', { name: endpointOf(endpoint) })
    for (let sender = endpoint; sender < SENDERS; sender += ENDPOINTS) {
      const token = { name: `sender-${sender}` }
      tokens[sender] = (await send('POST', `/api/admin/signal-endpoints/${id}/tokens`, token)).token
    }
    if (isOrdered(endpoint))
      await send('PUT', `/api/halyard/signal-endpoints/${id}/order`, { in: 'path', name: 'order' })
    await send('POST', '/api/admin/projects/default/actions', {
      name: `Turn on by ${endpoint}`,
      actorId,
      match: { source: 'signal-endpoint', sourceId: id, payload: {} },
      actions: [
        {
          action: 'TOGGLE_FEATURE_ON',
          sortOrder: 1,
          executionParams: { project: 'default', environment: 'development', featureName: 'proven' },
        },
      ],
    })
  }
  return tokens
}

/** Reads how many signals wait for their actions. */
export async function readWaiting(url: string): Promise<number> {
  const response = await fetch(`${url}/api/admin/signals/usage`, {
    headers: { authorization: SECRETS.admin },
  })
  if (!response.ok) throw new Error(`usage answers ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { queue: { waiting: number } }).queue.waiting
}
