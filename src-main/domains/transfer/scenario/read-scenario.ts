import { compositeKey } from '#shared/composite-key.ts'
import type { ConfigurationParts } from '#shared/audit/undo/index.ts'
import type { ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { KNOWN_PLACE, NO_ORDER } from '#shared/signals/rules/index.ts'
import { keyOf } from '#shared/transfer/scenario/item-keys.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import type { Queries } from '#store/queries.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { toApiToken } from '#domains/access/api-tokens/api-token.ts'
import { readCurrentParts } from '#domains/audit/configuration/read-current-parts.ts'
import type { StoredActionSet } from '#domains/signals/actions/action-set.ts'
import { readActionSets } from '#domains/signals/actions/action-sets.store.ts'
import { readPolicies } from '#domains/changes/policies/policies.store.ts'
import {
  readDeliveryIdPlaces,
  readOrderPlaces,
  readSignalEndpoints,
} from '#domains/signals/signal-endpoints/signal-endpoints.store.ts'
import { readExpectations } from '#domains/insight/expectations/expectations.store.ts'
import { readStrategyTypes } from '#domains/flags/strategy-types/strategy-types.store.ts'
import { ItemIds } from './item-ids.ts'
import { readFlags } from './read-flags.ts'
import { readIntegrations } from './integrations.ts'
import { readReleaseTemplates } from './release-templates.ts'
import { readOwners, readAccountsWithRole, type Owners } from './scenario-names.read-model.ts'
import { toGroup, toProject, toRole, toSegment, toStrategyType } from './to-item.ts'

/** An instance as a scenario, complete in the lists that were asked for, with the ids of what is named there. */
export interface CurrentScenario {
  items: ScenarioItems
  ids: ItemIds
  owners: Owners
}

interface ReadOptions {
  lists: readonly ScenarioList[]
  /** Flags to read; absent: all. */
  flags?: readonly string[]
}

/** Reads the instance as a scenario. Long lists are read in steps. */
export async function readScenario(
  queries: Queries,
  tokens: TokenDirectory,
  { lists, flags }: ReadOptions,
): Promise<CurrentScenario> {
  const owners = await readOwners(queries)
  const ids = new ItemIds()
  for (const { id, name } of owners.roles) ids.roles.set(name, id)
  for (const { id, name } of owners.groups) ids.groups.set(name, id)
  for (const { id, name } of owners.segments) ids.segments.set(name, id)
  const items: ScenarioItems = {}
  const asked = new Set(lists)
  await readAccounts(queries, { items, ids })
  await readPlaces(queries, owners, { items, ids })
  if (asked.has('flags')) items.flags = await readFlags(queries, ids, flags)
  items.apiTokens = readTokens(tokens)
  await readSignals(queries, { items, ids })
  items.integrations = await readIntegrations(queries, ids)
  if (asked.has('expect')) items.expect = await readExpectationItems(queries)
  if (asked.has('policies')) items.policies = (await readPolicies(queries)).map(withoutAuthor)
  const kept = Object.entries(items).filter(([list]) => asked.has(list as ScenarioList))
  return { items: Object.fromEntries(kept), ids, owners }
}

type PartialScenario = Pick<CurrentScenario, 'items' | 'ids'>

async function readAccounts(queries: Queries, { items, ids }: PartialScenario): Promise<void> {
  const people: NonNullable<ScenarioItems['users']> = []
  const services: NonNullable<ScenarioItems['serviceAccounts']> = []
  for (const { id, kind, username, email, name, rootRole } of await readAccountsWithRole(queries)) {
    const key = username ?? email ?? ''
    if (ids.accountOf(key) !== undefined) continue
    const role = (rootRole === null ? undefined : ids.roles.nameOf(rootRole)) ?? ''
    if (kind === 'service-account') {
      ids.serviceAccounts.set(key, id)
      services.push({ username: key, name: name ?? key, rootRole: role })
    } else if (key !== '') {
      ids.users.set(key, id)
      people.push({
        ...(username === null ? {} : { username }),
        email: email ?? '',
        name: name ?? '',
        rootRole: role,
      })
    }
  }
  items.users = people
  items.serviceAccounts = services
}

async function readPlaces(queries: Queries, owners: Owners, { items, ids }: PartialScenario): Promise<void> {
  const path = (kind: string, key: { id: string | number } | { name: string }) => [
    kind,
    String('id' in key ? key.id : key.name),
  ]
  const parts: ConfigurationParts = await readCurrentParts(queries, [
    ...owners.environments.map((one) => path('environment', one)),
    ...owners.roles.map((one) => path('role', one)),
    ...owners.groups.map((one) => path('group', one)),
    ...owners.projects.map((one) => path('project', one)),
    ...owners.contextFields.map((one) => path('context-field', one)),
    ...owners.tagTypes.map((one) => path('tag-type', one)),
    ...owners.segments.map((one) => path('segment', one)),
  ])
  const whole = (kind: string, key: string | number) =>
    ({ ...(parts.get([kind, String(key)]) as object) }) as Record<string, unknown>
  items.environments = owners.environments.map(({ name }) => ({
    name,
    ...whole('environment', name),
  })) as never
  items.roles = owners.roles.flatMap(({ id }) => toRole(whole('role', id)) ?? [])
  items.groups = owners.groups.map(({ id }) => toGroup(whole('group', id), ids))
  items.projects = await mapInSteps(owners.projects, ({ id }) => toProject(parts, id, owners, ids))
  items.contextFields = owners.contextFields.map(({ name }) => {
    const { createdAt: _createdAt, ...field } = whole('context-field', name)
    return { name, project: null, ...field }
  })
  items.tagTypes = owners.tagTypes.map(({ name }) => ({ name, ...whole('tag-type', name) }))
  items.strategyTypes = await readOwnStrategyTypes(queries)
  items.segments = owners.segments.map(({ id }) => toSegment(whole('segment', id)))
  const projects = items.projects.map(({ id }) => id)
  items.releaseTemplates = await readReleaseTemplates(queries, projects, ids)
}

/** Reads the strategy types that users made, by name. */
async function readOwnStrategyTypes(queries: Queries): Promise<NonNullable<ScenarioItems['strategyTypes']>> {
  const types = await readStrategyTypes(queries)
  return types.filter(({ editable }) => editable).map(toStrategyType)
}

async function readExpectationItems(queries: Queries): Promise<NonNullable<ScenarioItems['expect']>> {
  const all = await readExpectations(queries, { withAccess: true })
  return all.map(withoutAuthor)
}

const withoutAuthor = <One extends { createdBy: string; createdAt: string }>({
  createdBy: _createdBy,
  createdAt: _createdAt,
  ...item
}: One) => item

/** Tokens of SDKs, in stable order. Admin tokens come from the start of the service alone. */
function readTokens(tokens: TokenDirectory): NonNullable<ScenarioItems['apiTokens']> {
  return tokens
    .all()
    .map(toApiToken)
    .flatMap(({ secret, tokenName, type, environment, projects, expiresAt }) =>
      type === 'admin'
        ? []
        : [
            {
              tokenName,
              type: type === 'frontend' ? type : ('backend' as const),
              environment,
              projects,
              expiresAt,
              secret,
            },
          ],
    )
    .sort((one, other) => (sortText(one) < sortText(other) ? -1 : 1))
}

const sortText = (token: { tokenName: string; type: string; environment: string; secret: string }) =>
  compositeKey(token.tokenName, token.type, token.environment, token.secret)

async function readSignals(queries: Queries, { items, ids }: PartialScenario): Promise<void> {
  const endpoints = await readSignalEndpoints(queries)
  for (const { id, name } of endpoints) ids.signalEndpoints.set(name, id)
  const places = await readDeliveryIdPlaces(queries)
  const orders = await readOrderPlaces(queries)
  items.signalEndpoints = endpoints
    .map(({ id, name, description, enabled }) => ({
      ...{ name, description, enabled },
      deliveryId: places.get(id) ?? KNOWN_PLACE,
      order: orders.get(id) ?? NO_ORDER,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const sets = await readActionSets(queries, {})
  items.actionSets = sets.map((set) => {
    const item = toActionItem(set, ids)
    ids.actionSets.set(keyOf('actionSets', item), set.id)
    return item
  })
}

function toActionItem(set: StoredActionSet, ids: ItemIds): NonNullable<ScenarioItems['actionSets']>[number] {
  return {
    project: set.project,
    name: set.name,
    description: set.description,
    enabled: set.enabled,
    signalEndpoint: ids.signalEndpoints.nameOf(set.sourceId) ?? '',
    filters: set.filters,
    actor: ids.serviceAccounts.nameOf(set.actorId) ?? '',
    actions: set.actions.map(({ action, executionParams }) => ({ action, executionParams })),
    rules: set.rules,
  }
}
