import { badData } from '#kernel/app-error.ts'
import { isOfThisMachine, type Caller } from '#kernel/caller.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { DatabaseTarget } from './database-target.ts'

interface Named {
  databaseUrl: string
  password?: string | undefined
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
