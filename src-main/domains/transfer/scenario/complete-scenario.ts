import type {
  ScenarioFlag,
  ScenarioFlagEnvironment,
  ScenarioItems,
} from '#shared/transfer/schemas/scenario.ts'
import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import { ACTION_KINDS } from '#shared/signals/actions/action-kinds.ts'
import { normaliseWeights } from '#shared/flags/variants/normalise-weights.ts'
import { ownValue } from '#shared/own-value.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { completeParameters } from '#domains/flags/strategies/strategy.ts'
import { toParameters } from '#domains/flags/strategy-types/strategy-type.ts'
import { toLinkUrl } from '#domains/flags/flag-links/add-link.ts'
import { completeConstraints, completeStrategy, sorted } from './complete-strategy.ts'
import { completeIntegrations } from './integrations.ts'
import { completeTemplate } from './release-templates.ts'

type Item<List extends keyof ScenarioItems> = NonNullable<ScenarioItems[List]>[number]

const byText = <T>(textOf: (item: T) => string) => {
  return (one: T, other: T) => (textOf(one) < textOf(other) ? -1 : 1)
}

/** Adds what the service fills in and sorts what has no order, so that both sides of a plan can be compared. */
export async function completeScenario(items: ScenarioItems, now: ScenarioItems): Promise<ScenarioItems> {
  const flags = items.flags && (await mapInSteps(items.flags, flagCompleter({ items, now })))
  const { roles, groups, projects, strategyTypes, segments, releaseTemplates, apiTokens, actionSets } = items
  const projectsNow = new Map(now.projects?.map((one) => [one.id, one]))
  const completeProjects =
    projects && (await mapInSteps(projects, (one) => completeProject(one, projectsNow.get(one.id))))
  return {
    ...items,
    ...(roles ? { roles: roles.map(completeRole) } : {}),
    ...(groups ? { groups: groups.map(completeGroup) } : {}),
    ...(completeProjects ? { projects: completeProjects } : {}),
    ...(strategyTypes ? { strategyTypes: strategyTypes.map(completeStrategyType) } : {}),
    ...(segments
      ? { segments: segments.map((one) => ({ ...one, constraints: completeConstraints(one.constraints) })) }
      : {}),
    ...(releaseTemplates ? { releaseTemplates: releaseTemplates.map(completeTemplate) } : {}),
    ...(flags ? { flags } : {}),
    ...(apiTokens ? { apiTokens: apiTokens.map(completeToken) } : {}),
    ...(actionSets ? { actionSets: actionSets.map(completeActionSet) } : {}),
    ...(items.integrations
      ? { integrations: completeIntegrations(items.integrations, now.integrations) }
      : {}),
    ...(items.expect
      ? { expect: items.expect.map((one) => ({ ...one, name: nameOfExpectation(one) })) }
      : {}),
    ...(items.policies ? { policies: items.policies.map((one) => ({ enabled: true, ...one })) } : {}),
  }
}

const completeRole = (role: Item<'roles'>): Item<'roles'> => ({
  ...role,
  permissions: [...role.permissions].sort(byText(({ name, environment = '' }) => `${name} ${environment}`)),
})

const completeGroup = ({ users, ...group }: Item<'groups'>): Item<'groups'> => ({
  ...group,
  ...(users === undefined ? {} : { users: sorted(users) }),
})

const completeStrategyType = ({
  description,
  parameters,
  ...type
}: Item<'strategyTypes'>): Item<'strategyTypes'> => ({
  ...type,
  ...(description === undefined ? {} : { description: description ?? '' }),
  parameters: toParameters(parameters) as Item<'strategyTypes'>['parameters'],
})

function completeProject(project: Item<'projects'>, is: Item<'projects'> | undefined): Item<'projects'> {
  const { archived, environments, access, approvals, defaultStrategies, linkTemplates, ...settings } = project
  const roles = (wanted: Record<string, string[]>, held: Record<string, string[]> = {}) =>
    Object.fromEntries(
      Object.entries(wanted)
        .filter(([name, some]) => some.length > 0 || ownValue(held, name) !== undefined)
        .map(([name, some]) => [name, sorted(some)]),
    )
  return {
    ...settings,
    ...(archived ? { archived } : {}),
    ...(environments === undefined ? {} : { environments: sorted(environments) }),
    ...(linkTemplates === undefined
      ? {}
      : {
          linkTemplates: linkTemplates.map(({ title, urlTemplate }) => ({
            title: title ?? null,
            urlTemplate,
          })),
        }),
    ...(access === undefined
      ? {}
      : {
          access: {
            ...(access.users ? { users: roles(access.users, is?.access?.users) } : {}),
            ...(access.groups ? { groups: roles(access.groups, is?.access?.groups) } : {}),
          },
        }),
    ...(approvals === undefined ? {} : { approvals: withoutNothing(approvals, is?.approvals) }),
    ...(defaultStrategies === undefined
      ? {}
      : {
          defaultStrategies: withoutNothing(
            Object.fromEntries(
              Object.entries(defaultStrategies).map(([name, one]) => [
                name,
                one && { ...completeStrategy(one, one.parameters ?? {}), name: one.name },
              ]),
            ),
            is?.defaultStrategies,
          ),
        }),
  }
}

/** Leaves out what is nothing in environments that a project does not have. */
const withoutNothing = <T>(
  wanted: Record<string, T | null>,
  held: Record<string, T | null> = {},
): Record<string, T | null> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== null || ownValue(held, name) !== undefined),
  )

const completeToken = (token: Item<'apiTokens'>): Item<'apiTokens'> => ({
  ...token,
  type: token.type === 'frontend' ? token.type : 'backend',
  projects: token.projects.includes('*') ? ['*'] : sorted(token.projects),
})

const completeActionSet = (set: Item<'actionSets'>): Item<'actionSets'> => ({
  ...set,
  actions: set.actions.map(({ action, executionParams = {} }) => ({
    action,
    executionParams: ACTION_KINDS[action].parameters.includes('project')
      ? { project: set.project, ...executionParams }
      : executionParams,
  })),
})

interface CompletionInput {
  items: ScenarioItems
  now: ScenarioItems
}

/** Returns the function that adds to a flag what the service fills in. */
export function flagCompleter({ items, now }: CompletionInput): (flag: ScenarioFlag) => ScenarioFlag {
  const places = new Map(now.flags?.map(({ name, project }) => [name, project]))
  const stickiness = new Map<string, string | undefined>()
  for (const { id, defaultStickiness } of [...(now.projects ?? []), ...(items.projects ?? [])])
    if (defaultStickiness !== undefined) stickiness.set(id, defaultStickiness)
  return (flag) => {
    const project = flag.project ?? places.get(flag.name) ?? 'default'
    const complete = completeFlag({ ...flag, project }, stickiness.get(project) ?? 'default')
    return complete.archived === false ? withoutArchived(complete) : complete
  }
}

const withoutArchived = ({ archived: _archived, ...flag }: ScenarioFlag): ScenarioFlag => flag

function completeFlag(flag: ScenarioFlag, stickiness: string): ScenarioFlag {
  const { tags, links, dependencies, environments } = flag
  return {
    ...flag,
    ...(tags ? { tags: [...tags].sort(byText(({ type, value }) => `${type} ${value}`)) } : {}),
    ...(links
      ? {
          links: links
            .map(({ url, title }) => ({ url: toLinkUrl(url), title: title ?? null }))
            .sort(byText(({ url }) => url)),
        }
      : {}),
    ...(dependencies
      ? {
          dependencies: dependencies
            .map(({ feature, enabled = true, variants = [] }) => ({
              feature,
              enabled,
              variants: sorted(variants),
            }))
            .sort(byText(({ feature }) => feature)),
        }
      : {}),
    ...(environments
      ? {
          environments: Object.fromEntries(
            Object.entries(environments).map(([name, at]) => [
              name,
              completeEnvironment(at, { flag: flag.name, stickiness }),
            ]),
          ),
        }
      : {}),
  }
}

function completeEnvironment(
  { enabled, strategies, variants }: ScenarioFlagEnvironment,
  place: { flag: string; stickiness: string },
): ScenarioFlagEnvironment {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(strategies
      ? {
          strategies: strategies.map((one) =>
            completeStrategy(one, completeParameters(one.name, one.parameters ?? {}, place)),
          ),
        }
      : {}),
    ...(variants
      ? {
          variants: normaliseWeights(
            variants.map((one) => ({
              ...one,
              weightType: one.weightType ?? ('variable' as const),
              stickiness: one.stickiness ?? 'default',
            })),
          ),
        }
      : {}),
  }
}
