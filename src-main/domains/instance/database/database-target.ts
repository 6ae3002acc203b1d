import type { Socket } from 'node:net'

/** PostgreSQL database that a person has named. */
export interface DatabaseTarget {
  /** With its password. */
  databaseUrl: string
  /** Makes the sockets to it; undefined: it may be at any address. */
  makeSocket: (() => Socket) | undefined
}
