import type { ScenarioItems } from '../../../../../src-shared/transfer/schemas/scenario.ts'
import { LISTS } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { completeScenario, flagCompleter } from './complete-scenario.ts'
import { flagsInBatches } from './read-flags.ts'
import { readScenario } from './read-scenario.ts'
import type { WrittenItems } from './write-scenario.ts'

/** Reads the whole instance as a scenario, without archived flags; values of tokens only if asked for. */
export async function exportItems(
  queries: Queries,
  tokens: TokenDirectory,
  { secrets }: { secrets: boolean },
): Promise<WrittenItems> {
  const lists = LISTS.filter((list) => list !== 'flags')
  const { items, ids } = await readScenario(queries, tokens, { lists })
  const { flags: _none, ...complete } = await completeScenario(items, items)
  const { apiTokens = [], users = [], contextFields = [], segments = [], ...rest } = complete
  return {
    ...rest,
    users: users.map((user) => withoutEmpty(user, 'email', 'name')),
    contextFields: contextFields.map((field) => withoutEmpty(field, 'project')),
    segments: segments.map((segment) => withoutEmpty(segment, 'project')),
    flags: writtenFlags(flagsInBatches(queries, ids), items),
    apiTokens: secrets ? apiTokens : apiTokens.map(({ secret: _secret, ...token }) => token),
  }
}

async function* writtenFlags(batches: ReturnType<typeof flagsInBatches>, items: ScenarioItems) {
  const complete = flagCompleter({ items, now: items })
  for await (const batch of batches) yield batch.filter(({ archived }) => !archived).map(complete)
}

/** Leaves out properties that say nothing. */
function withoutEmpty<T extends object>(item: T, ...names: (keyof T & string)[]): T {
  const isEmpty = (value: unknown) => value === null || value === ''
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !(names as string[]).includes(name) || !isEmpty(value)),
  ) as T
}
