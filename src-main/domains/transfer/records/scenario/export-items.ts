import type { ScenarioItems } from '../../../../../src-shared/transfer/schemas/scenario.ts'
import { LISTS } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import { completeScenario } from './complete-scenario.ts'
import type { CurrentFlag } from './read-flags.ts'
import { readScenario } from './read-scenario.ts'

/** Reads the whole instance as a scenario, without archived flags; values of tokens only if asked for. */
export async function exportItems(
  queries: Queries,
  tokens: TokenDirectory,
  { secrets }: { secrets: boolean },
): Promise<ScenarioItems> {
  const { items } = await readScenario(queries, tokens, { lists: LISTS })
  const complete = await completeScenario(items, items)
  const { flags = [], apiTokens = [], users = [], contextFields = [], segments = [], ...rest } = complete
  return {
    ...rest,
    users: users.map((user) => withoutEmpty(user, 'email', 'name')),
    contextFields: contextFields.map((field) => withoutEmpty(field, 'project')),
    segments: segments.map((segment) => withoutEmpty(segment, 'project')),
    flags: flags.filter((flag: CurrentFlag) => !flag.archived),
    apiTokens: secrets ? apiTokens : apiTokens.map(({ secret: _secret, ...token }) => token),
  }
}

/** Leaves out properties that say nothing. */
function withoutEmpty<T extends object>(item: T, ...names: (keyof T & string)[]): T {
  const isEmpty = (value: unknown) => value === null || value === ''
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !(names as string[]).includes(name) || !isEmpty(value)),
  ) as T
}
