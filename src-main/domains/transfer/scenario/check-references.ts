import { problemOfPattern } from '#shared/changes/policies/judge-flag.ts'
import type { Scenario, ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { keyOf, NUMBERED } from '#shared/transfer/scenario/item-keys.ts'
import type { CurrentScenario } from './read-scenario.ts'
import type { Fault } from './scenario-fault.ts'

/** Finds names in a scenario that neither it nor the instance has, items that it names twice, and patterns that are none. */
export function checkReferences(
  scenario: Scenario,
  current: CurrentScenario,
  flagNames: readonly string[] = [],
): Fault[] {
  const faults: Fault[] = [...duplicates(scenario), ...sameSecrets(scenario)]
  const { ids, owners } = current
  const named = <List extends ScenarioList>(list: List, existing: readonly string[]) =>
    new Set([
      ...existing,
      ...((scenario[list] ?? []) as NonNullable<ScenarioItems[List]>).map((item) => keyOf(list, item)),
    ])
  const known = {
    environment: named(
      'environments',
      owners.environments.map(({ name }) => name),
    ),
    role: named('roles', ids.roles.names()),
    project: named(
      'projects',
      owners.projects.map(({ id }) => id),
    ),
    segment: named('segments', ids.segments.names()),
    'tag type': named(
      'tagTypes',
      owners.tagTypes.map(({ name }) => name),
    ),
    user: new Set([
      ...named('users', ids.users.names()),
      ...named('serviceAccounts', ids.serviceAccounts.names()),
    ]),
    'service account': named('serviceAccounts', ids.serviceAccounts.names()),
    group: named('groups', ids.groups.names()),
    'signal endpoint': named('signalEndpoints', ids.signalEndpoints.names()),
    flag: named('flags', flagNames),
  }
  const must = (kind: keyof typeof known, name: string | null | undefined, path: Fault['path']) => {
    if (name !== null && name !== undefined && !known[kind].has(name))
      faults.push({ path, message: `There is no ${kind} named "${name}", here or in the file` })
  }
  scenario.users?.forEach(({ rootRole }, at) => must('role', rootRole, ['users', at, 'rootRole']))
  scenario.serviceAccounts?.forEach(({ rootRole }, at) =>
    must('role', rootRole, ['serviceAccounts', at, 'rootRole']),
  )
  scenario.groups?.forEach(({ rootRole, users = [] }, at) => {
    must('role', rootRole, ['groups', at, 'rootRole'])
    users.forEach((user, index) => must('user', user, ['groups', at, 'users', index]))
  })
  scenario.projects?.forEach(({ environments = [], access = {}, defaultStrategies = {} }, at) => {
    environments.forEach((name, index) => must('environment', name, ['projects', at, 'environments', index]))
    for (const [kind, holders] of [
      ['user', access.users ?? {}],
      ['group', access.groups ?? {}],
    ] as const)
      for (const [name, roles] of Object.entries(holders)) {
        const path = ['projects', at, 'access', `${kind}s`, name]
        must(kind, name, path)
        roles.forEach((role, index) => must('role', role, [...path, index]))
      }
    for (const [name, strategy] of Object.entries(defaultStrategies)) {
      const path = ['projects', at, 'defaultStrategies', name]
      must('environment', name, path)
      strategy?.segments?.forEach((segment, index) => must('segment', segment, [...path, 'segments', index]))
    }
  })
  scenario.segments?.forEach(({ project }, at) => must('project', project, ['segments', at, 'project']))
  scenario.releaseTemplates?.forEach(({ project, milestones = [] }, at) => {
    must('project', project, ['releaseTemplates', at, 'project'])
    milestones.forEach(({ strategies = [] }, milestone) =>
      strategies.forEach(({ segments = [] }, index) => {
        const path = ['releaseTemplates', at, 'milestones', milestone, 'strategies', index]
        segments.forEach((segment, place) => must('segment', segment, [...path, 'segments', place]))
      }),
    )
  })
  scenario.flags?.forEach(({ project, archived, tags = [], dependencies = [], environments = {} }, at) => {
    must('project', project, ['flags', at, 'project'])
    if (archived && dependencies.length > 0)
      faults.push({ path: ['flags', at, 'dependencies'], message: 'An archived flag has no dependencies' })
    tags.forEach(({ type }, index) => must('tag type', type, ['flags', at, 'tags', index, 'type']))
    for (const [name, { strategies = [] }] of Object.entries(environments)) {
      const path = ['flags', at, 'environments', name]
      must('environment', name, path)
      strategies.forEach(({ segments = [] }, index) =>
        segments.forEach((segment, place) =>
          must('segment', segment, [...path, 'strategies', index, 'segments', place]),
        ),
      )
    }
  })
  scenario.apiTokens?.forEach(({ environment, projects }, at) => {
    must('environment', environment, ['apiTokens', at, 'environment'])
    projects.forEach((project, index) => {
      if (project !== '*') must('project', project, ['apiTokens', at, 'projects', index])
    })
  })
  scenario.actionSets?.forEach(({ project, signalEndpoint, actor }, at) => {
    must('project', project, ['actionSets', at, 'project'])
    must('signal endpoint', signalEndpoint, ['actionSets', at, 'signalEndpoint'])
    must('service account', actor, ['actionSets', at, 'actor'])
  })
  scenario.expect?.forEach(({ flag, environment, project, access }, at) => {
    must('flag', flag, ['expect', at, 'flag'])
    must('environment', environment, ['expect', at, 'environment'])
    must('project', project, ['expect', at, 'project'])
    for (const kind of ['user', 'group', 'role'] as const)
      must(kind, access?.[kind], ['expect', at, 'access', kind])
  })
  scenario.policies?.forEach(({ project, environment, rule }, at) => {
    const problem = problemOfPattern(rule)
    if (problem !== undefined) faults.push({ path: ['policies', at, 'rule', 'pattern'], message: problem })
    must('project', project, ['policies', at, 'project'])
    must('environment', environment, ['policies', at, 'environment'])
  })
  return [...faults, ...activeInArchived(scenario, current)]
}

/** Finds flags and action sets of archived projects that are not archived, or not off. */
function activeInArchived(scenario: Scenario, { items }: Pick<CurrentScenario, 'items'>): Fault[] {
  const archived = new Map([
    ...(items.projects ?? []).map((one) => [one.id, one.archived ?? false] as const),
    ...(scenario.projects ?? []).map((one) => [one.id, one.archived ?? false] as const),
  ])
  const places = new Map(items.flags?.map(({ name, project }) => [name, project]))
  const isArchived = (project: string) => archived.get(project) === true
  const flags = (scenario.flags ?? []).flatMap((flag, at): Fault[] => {
    const project = flag.project ?? places.get(flag.name) ?? 'default'
    if (flag.archived || !isArchived(project)) return []
    return [
      {
        path: ['flags', at, 'name'],
        message: `The project "${project}" is archived: archive the flag too, or name the project without archived`,
      },
    ]
  })
  const sets = (scenario.actionSets ?? []).flatMap(({ project, enabled }, at): Fault[] =>
    enabled && isArchived(project)
      ? [
          {
            path: ['actionSets', at, 'enabled'],
            message: `The project "${project}" is archived: its action sets are off`,
          },
        ]
      : [],
  )
  return [...flags, ...sets]
}

function duplicates(scenario: ScenarioItems): Fault[] {
  const lists = Object.entries(scenario).filter(
    ([list, items]) => Array.isArray(items) && !NUMBERED.has(list),
  ) as [ScenarioList, never[]][]
  return lists.flatMap(([list, items]) => {
    const seen = new Set<string>()
    return items.flatMap((item, index) => {
      const name = keyOf(list, item)
      if (!seen.has(name)) {
        seen.add(name)
        return []
      }
      return [{ path: [list, index], message: `The file names "${name}" twice` }]
    })
  })
}

function sameSecrets({ apiTokens = [] }: ScenarioItems): Fault[] {
  const seen = new Set<string>()
  return apiTokens.flatMap(({ secret }, index) => {
    if (secret === undefined || !seen.has(secret)) {
      if (secret !== undefined) seen.add(secret)
      return []
    }
    return [{ path: ['apiTokens', index, 'secret'], message: 'Another token of the file has this value' }]
  })
}
