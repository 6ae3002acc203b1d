import { z } from 'zod'

import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { completeConstraints } from '#domains/transfer/scenario/complete-strategy.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { readerOf, unlessMissing, type Reader } from '../../promotion/original/ask-original.ts'
import { Strategies } from '../../promotion/original/original-shapes.ts'
import { AT_ONCE, readOriginal } from '../../promotion/original/read-original.ts'
import { toStrategy } from '../../promotion/original/to-scenario-flag.ts'
import type { PromotionInstance } from '../../promotion/side.ts'
import { LeftOuts } from '../left-out.ts'
import { leaveOutIntegrations, type ReadProgress, type WholeInstance } from '../whole-instance.ts'
import { readArchivedFlags } from './read-archived.ts'
import { readPeople } from './read-people.ts'
import { readTokens } from './read-tokens.ts'

type Project = NonNullable<ScenarioItems['projects']>[number]

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()

const Environments = z.object({
  environments: z.array(
    z.object({ name: z.string(), type: z.string(), sortOrder: maybe(z.int()), enabled: maybe(z.boolean()) }),
  ),
})
const ProjectEnvironments = z.object({
  environments: z.array(
    z.object({ name: z.string(), visible: maybe(z.boolean()), defaultStrategy: maybe(Strategies.element) }),
  ),
})
const Overview = z.object({
  featureLimit: maybe(z.int()),
  featureNaming: maybe(
    z.object({ pattern: maybe(z.string()), example: maybe(z.string()), description: maybe(z.string()) }),
  ),
  linkTemplates: maybe(z.array(z.object({ title: maybe(z.string()), urlTemplate: z.string() }))),
})
const ArchivedProjects = z.object({
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: maybe(z.string()),
      archivedAt: maybe(z.string()),
    }),
  ),
})
const Counted = z.object({ addons: z.array(z.unknown()) })

/** Reads everything of a service that its published contract shows and a copy can have, with GET requests alone. */
export async function readOriginalInstance(
  side: PromotionInstance,
  reading: ReadProgress,
): Promise<WholeInstance> {
  const { signal, onProgress } = reading
  const read = readerOf(side, signal)
  const leftOut = new LeftOuts()
  onProgress('Projects and environments', 0, 1)
  const active = await readOriginal(side, {
    signal,
    withApprovals: true,
    withPlans: true,
    onFlag: (done, of) => onProgress('Flags', done, of),
  })
  const { original } = active
  for (const [name, reason] of original?.unreadable ?? []) leftOut.addItem(`flags/${name}`, reason)
  for (const [name, environments] of original?.planned ?? [])
    leftOut.add(
      `The release plan of ${name} in ${[...environments].join(', ')}`,
      'The copy has the strategies of its present milestone.',
    )
  const segments = new Map([...(original?.segmentIds ?? [])].map(([name, id]) => [id, name]))
  const archived = await leftOut.unlessRefused(
    'Archived flags',
    readArchivedFlags(read, {
      segments,
      leftOut,
      onFlag: (done, of) => onProgress('Archived flags', done, of),
    }),
  )
  onProgress('People and tokens', 0, 1)
  const { access, ...people } = await readPeople(
    read,
    active.projects.map(({ id }) => id),
    leftOut,
  )
  const projects = await mapAtOnce(active.projects, AT_ONCE, (one) => readProject(read, one, segments))
  await noteIntegrations(read, leftOut)
  const tokens = await readTokens(read, leftOut)
  return {
    items: {
      ...people,
      environments: await readEnvironments(read),
      projects: [
        ...projects.map((one) => ({ ...one, ...(access.has(one.id) ? { access: access.get(one.id) } : {}) })),
        ...(await readArchivedProjects(read)),
      ],
      contextFields: active.contextFields,
      tagTypes: active.tagTypes,
      strategyTypes: active.strategyTypes,
      segments: active.segments,
      flags: [...active.flags, ...(archived ?? [])],
      ...(tokens ? { apiTokens: tokens } : {}),
    },
    leftOut,
  }
}

async function readEnvironments(read: Reader): Promise<NonNullable<ScenarioItems['environments']>> {
  const { environments } = await read('getAllEnvironments', Environments)
  return environments.map(({ name, type, sortOrder, enabled }) => ({
    name,
    type,
    ...(sortOrder == null ? {} : { sortOrder }),
    ...(enabled == null ? {} : { enabled }),
  }))
}

/** Adds to a project what lists leave out: its settings, and the default strategies of its environments. */
async function readProject(
  read: Reader,
  project: Project,
  segments: ReadonlyMap<number, string>,
): Promise<Project> {
  const params = { projectId: project.id }
  const overview = await unlessMissing(read('getProjectOverview', Overview, { params }))
  const { environments } = await read('getProjectEnvironments', ProjectEnvironments, { params })
  const defaults = environments.flatMap(({ name, visible, defaultStrategy }) =>
    visible === false || defaultStrategy == null
      ? []
      : [[name, { ...toStrategy(defaultStrategy, segments), name: 'flexibleRollout' as const }] as const],
  )
  const { pattern, example, description } = overview?.featureNaming ?? {}
  return {
    ...project,
    ...(pattern
      ? { featureNaming: { pattern, example: example ?? null, description: description ?? null } }
      : {}),
    ...(overview?.featureLimit ? { featureLimit: overview.featureLimit } : {}),
    linkTemplates: (overview?.linkTemplates ?? []).map(({ title, urlTemplate }) => ({
      title: title ?? null,
      urlTemplate,
    })),
    ...(defaults.length === 0
      ? {}
      : {
          defaultStrategies: Object.fromEntries(
            defaults.map(([name, one]) => [
              name,
              { ...one, constraints: completeConstraints(one.constraints) },
            ]),
          ),
        }),
  }
}

async function readArchivedProjects(read: Reader): Promise<Project[]> {
  const query = { archived: 'true' }
  const answer = await unlessMissing(read('getProjects', ArchivedProjects, { query }))
  // one that does not know the parameter answers with those that are active
  return (answer?.projects ?? [])
    .filter(({ archivedAt }) => archivedAt != null)
    .map(({ id, name, description }) => ({ id, name, description: description ?? null, archived: true }))
}

async function noteIntegrations(read: Reader, leftOut: LeftOuts): Promise<void> {
  const counted = await leftOut.unlessRefused('Integrations', read('getAddons', Counted))
  leaveOutIntegrations(leftOut, counted?.addons.length ?? 0)
}
