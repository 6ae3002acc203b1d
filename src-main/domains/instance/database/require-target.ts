import type { Socket } from 'node:net'

import { badData } from '#kernel/app-error.ts'
import { type Caller, isOfThisMachine } from '#kernel/caller.ts'
import type { Outbound } from '#kernel/outbound.ts'

interface Named {
  databaseUrl: string
  password?: string | undefined
}

/** PostgreSQL database that a person has named. */
export interface DatabaseTarget {
  /** With its password. */
  databaseUrl: string
  /** Makes the sockets to it; undefined: it may be at any address. */
  makeSocket: (() => Socket) | undefined
}

/**
 * Returns a target: its URL with the password, and sockets that check each address they connect to, as a name can lead elsewhere
 * by then. Throws 400 if its host is in a private network that the settings do not allow. The desktop window is on this machine,
 * whose user may name any host.
 */
export async function requireTarget(
  outbound: Outbound,
  caller: Caller,
  { databaseUrl, password }: Named,
): Promise<DatabaseTarget> {
  const url = new URL(databaseUrl)
  if (password !== undefined && password !== '') url.password = encodeURIComponent(password)
  const isWindow = isOfThisMachine(caller)
  const problem = isWindow ? undefined : await outbound.problemOf(`https://${url.host}/`)
  if (problem !== undefined)
    throw badData(
      `The host of the database ${problem} Name it in integrationHosts, or use "halyard move".`,
      '/body/databaseUrl',
    )
  return { databaseUrl: url.href, makeSocket: isWindow ? undefined : outbound.makeSocket }
}
