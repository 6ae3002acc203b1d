import { isReading } from '../../contract-engine/is-reading.ts'
import type { Operation } from '../../contract-engine/operation.ts'

/** Paths of the configuration that a mirror follows. */
const FOLLOWED =
  /^\/api\/(admin|halyard)\/(projects|features|features-batch|segments|strategies|environments|archive|scenario|remotes|snapshots)(\/|$)/
/** Below these: what belongs to the mirror and its people. */
const OF_THE_MIRROR = /\/(favorites|access|users|roles|groups|overrides)(\/|$)/

/** Checks whether an operation changes what a mirror follows, and so is for its upstream. */
export const isMadeUpstream = (operation: Pick<Operation, 'operationId' | 'method' | 'path'>): boolean =>
  !isReading(operation) && FOLLOWED.test(operation.path) && !OF_THE_MIRROR.test(operation.path)

/** Says where to make a change that a mirror refuses. */
export const madeUpstream = (url: string): string => `This instance mirrors ${url}. Make the change there.`
