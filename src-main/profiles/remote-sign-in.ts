import { SESSION_COOKIE } from '#shared/access/contract/sessions.ts'
import type { RemoteCredentials } from '#shared/desktop/profiles.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { explainFailure, type Outbound } from '#kernel/outbound.ts'
import { checkCredentials, atField } from './check-credentials.ts'

/** Connections to other machines, with the libraries that they need. */
export const remoteConnections = onFirstUse(
  'eventsource',
  'a remote instance',
  () => import('./remote-connection.ts'),
)

/** Proof of who one is, sent to a remote instance with each call. */
export type RemoteProof = { kind: 'token'; token: string } | { kind: 'session'; cookie: string }

/** Headers that carry the proof; none without one. */
export const headersOfProof = (proof: RemoteProof | undefined): Record<string, string> =>
  proof === undefined
    ? {}
    : proof.kind === 'token'
      ? { authorization: proof.token }
      : { cookie: `${SESSION_COOKIE}=${proof.cookie}` }

/**
 * Signs in to a remote Halyard: checks a token, or exchanges a password for a session. Throws an AppError that names
 * the field at fault.
 */
export async function signInRemotely(
  url: string,
  credentials: RemoteCredentials,
  outbound: Outbound,
): Promise<RemoteProof> {
  const proof =
    credentials.kind === 'token'
      ? ({ kind: 'token', token: credentials.token } as const)
      : await exchangePassword(url, credentials, outbound)
  const { connectRemotely } = await remoteConnections()
  await checkCredentials(connectRemotely({ url, credentials: () => headersOfProof(proof), outbound }))
  return proof
}

async function exchangePassword(
  url: string,
  { username, password }: Extract<RemoteCredentials, { kind: 'password' }>,
  outbound: Outbound,
): Promise<RemoteProof> {
  const answer = await outbound
    .fetch(`${url}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      redirect: 'error',
    })
    .catch((error: unknown) => {
      throw atField('url', explainFailure(error, new URL(url).host))
    })
  if (answer.status === 401) throw atField('credentials/password', 'Username or password is wrong.')
  if (answer.status === 429)
    throw atField('credentials/password', 'Too many attempts. Wait a minute, then try again.')
  const cookie = answer.headers
    .getSetCookie()
    .flatMap((line) => /^unleash-session=([^;]+)/.exec(line)?.[1] ?? [])
    .at(-1)
  if (!answer.ok || cookie === undefined)
    throw atField('url', `${url} does not let people sign in by password (${answer.status}). Use a token.`)
  return { kind: 'session', cookie }
}
