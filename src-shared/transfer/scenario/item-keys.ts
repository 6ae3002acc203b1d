import { nameOfExpectation } from '../../insight/expectations/expectation-words.ts'
import type { ScenarioItems, ScenarioList } from '../schemas/scenario.ts'

type Item<List extends ScenarioList> = NonNullable<ScenarioItems[List]>[number]

const KEYS: { [List in ScenarioList]: (item: Item<List>) => string } = {
  environments: ({ name }) => name,
  roles: ({ name }) => name,
  users: ({ username, email }) => username || email || '',
  serviceAccounts: ({ username }) => username,
  groups: ({ name }) => name,
  projects: ({ id }) => id,
  contextFields: ({ name }) => name,
  tagTypes: ({ name }) => name,
  strategyTypes: ({ name }) => name,
  segments: ({ name }) => name,
  releaseTemplates: ({ project, name }) => (project ? `${name} (${project})` : name),
  flags: ({ name }) => name,
  // the scope of a token cannot be changed, so that it is part of which token it is
  apiTokens: ({ tokenName, type, environment, projects }) =>
    `${tokenName} (${type} ${environment} ${[...projects].sort().join(',')})`,
  signalEndpoints: ({ name }) => name,
  actionSets: ({ project, name }) => `${project}/${name}`,
  integrations: ({ provider, description }) => (description ? `${provider} ${description}` : provider),
  expect: nameOfExpectation,
  policies: ({ name }) => name,
}

/** Name of an item, unique in its list. */
export function keyOf<List extends ScenarioList>(list: List, item: Item<List>): string {
  return KEYS[list](item)
}

/** Place of an item: `flags/checkout`. */
export const itemPath = <List extends ScenarioList>(list: List, item: Item<List>): string =>
  `${list}/${keyOf(list, item)}`

/** Lists whose items may share a name. */
export const NUMBERED: ReadonlySet<string> = new Set<ScenarioList>(['apiTokens', 'integrations'])

/** Items by their names. Where items may share a name, further ones are numbered, in the order in which they stand. */
export function keysOf<List extends ScenarioList>(
  list: List,
  items: readonly Item<List>[],
): Map<string, Item<List>> {
  const named = new Map<string, Item<List>>()
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(list, item)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    named.set(count === 1 || !NUMBERED.has(list) ? key : `${key} #${count}`, item)
  }
  return named
}
