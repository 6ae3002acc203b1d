import type { Outputs } from '#lib/api.ts'

/** Request of an SDK that the window has heard of. */
export interface HeardRequest {
  /** ISO 8601. */
  at: string
  appName: string | null
  environment: string
  projects: readonly string[]
  /** False for a registration or a report: the SDK has not asked for flags. */
  asksFlags: boolean
}

/** API token that the shown program sends. */
export type ShownToken = Pick<
  Outputs['getAllApiTokens']['tokens'][number],
  'secret' | 'environment' | 'projects' | 'seenAt'
>

/** Last request by a program, in an environment; with the name of its application if it is known. */
export interface Contact {
  at: string
  environment: string
  appName: string | null
}

interface Seen {
  projectId: string
  /** Undefined: the user may not read tokens. */
  token: ShownToken | undefined
  /** Requests heard since the page is open. */
  heard: readonly HeardRequest[]
}

/**
 * Finds the last use of a token by an application. A token of all projects counts once it is used while the page is open: before,
 * it may have served other projects.
 */
export function contactOf(seen: Seen & { usedBefore: string | null }): Contact | undefined {
  const { token, usedBefore } = seen
  const newest = newestOf(heardFor(seen))
  const isOwn = token?.projects.includes('*') === false
  return token && (isOwn || token.seenAt !== usedBefore) ? laterUse(newest, token) : newest
}

/** Finds the last request for flags since an instant: an SDK has their state of then. */
export function fetchedSince(since: string, seen: Seen): Contact | undefined {
  const newest = newestOf(heardFor(seen).filter(({ asksFlags, at }) => asksFlags && at > since))
  // windows hear of no request to another process on the same database, but of the use of the token
  return (
    newest ?? (seen.token && (seen.token.seenAt ?? '') > since ? laterUse(newest, seen.token) : undefined)
  )
}

const heardFor = ({ projectId, token, heard }: Seen) =>
  heard.filter(
    ({ environment, projects }) =>
      (token === undefined || environment === token.environment) &&
      (projects.includes('*') || projects.includes(projectId)),
  )

const newestOf = (requests: readonly HeardRequest[]) =>
  requests.reduce<Contact | undefined>(
    (newest, { at, environment, appName }) =>
      newest === undefined || newest.at < at ? { at, environment, appName } : newest,
    undefined,
  )

function laterUse(newest: Contact | undefined, { seenAt, environment }: ShownToken): Contact | undefined {
  if (seenAt === null || (newest && newest.at >= seenAt)) return newest
  return { at: seenAt, environment, appName: newest?.appName ?? null }
}
