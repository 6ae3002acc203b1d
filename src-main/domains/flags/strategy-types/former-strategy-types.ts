import { lt } from 'semver'

import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import type { Queries } from '#store/queries.ts'
import { insertFormerTypes, readStrategyTypes } from './strategy-types.store.ts'

const former = (
  name: string,
  description: string,
  parameters: StrategyType['parameters'],
  displayName: string | null = null,
): StrategyType => ({
  name,
  displayName,
  title: null,
  description,
  parameters,
  editable: false,
  deprecated: true,
})

const PERCENTAGE = {
  name: 'percentage',
  type: 'percentage',
  description: 'How many get it, in percent.',
  required: true,
}

const GROUP = {
  name: 'groupId',
  type: 'string',
  description: 'Flags of one group are on for the same ones.',
  required: true,
}

/**
 * Strategy types built in before version 7, absent from new instances of version 7 (digest of the recorded
 * exchanges; docs/contract/flags.md#strategy-types). Parameters follow the client specification. SDKs and the
 * evaluator here know these types.
 */
export const FORMER_STRATEGY_TYPES: readonly StrategyType[] = [
  former(
    'userWithId',
    'On for users that you name.',
    [{ name: 'userIds', type: 'list', description: 'User ids.', required: true }],
    'UserIDs',
  ),
  former('gradualRolloutUserId', 'Roll out to a percentage of those who are signed in.', [PERCENTAGE, GROUP]),
  former('gradualRolloutSessionId', 'Roll out to a percentage of the sessions.', [PERCENTAGE, GROUP]),
  former('gradualRolloutRandom', 'Roll out to a percentage of the requests, by chance.', [PERCENTAGE]),
]

interface StoreWithTypes {
  readonly queries: Queries
  transaction<R>(work: (queries: Queries) => Promise<R>): Promise<R>
  durable(): Promise<void>
}

/**
 * Adds the former strategy types to an instance that is to answer as a version with them. Such an instance
 * came from there, and keeps them (ADR 19). Custom types of the same name are left unchanged.
 */
export async function addFormerStrategyTypes(store: StoreWithTypes, contract: string): Promise<void> {
  if (!lt(contract, '7.0.0')) return
  const names = new Set((await readStrategyTypes(store.queries)).map(({ name }) => name))
  const missing = FORMER_STRATEGY_TYPES.filter(({ name }) => !names.has(name))
  if (missing.length === 0) return
  await store.transaction((queries) => insertFormerTypes(queries, missing))
  await store.durable()
}
