import { AppError } from '#kernel/app-error.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { maskParameters } from '#shared/integrations/addons/index.ts'
import { createAddon, deleteAddon, updateAddon } from '#shared/integrations/contract/addons.ts'
import { ownValue } from '#shared/own-value.ts'
import { archiveProject, reviveProject } from '#shared/projects/contract/project-lifecycle.ts'
import { isArchived, LISTS, type PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import type { ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { performServiceAccount, performUser } from './perform-access.ts'
import { performArchival, performDependencies, performFlag } from './perform-flag.ts'
import {
  performContextField,
  performEnvironment,
  performExpectation,
  performGroup,
  performPolicy,
  performRole,
  performSegment,
  performStrategyType,
  performTagType,
} from './perform-items.ts'
import { performApprovals, performDefaultStrategies, performProject } from './perform-project.ts'
import { performReleaseTemplate } from './perform-release-template.ts'
import { performActionSet, performSignalEndpoint, performSignals } from './perform-signals.ts'
import { performToken } from './perform-token.ts'
import { isOf, type Apply, type Item, type Performer, type Step } from './step-performer.ts'

const NEW = { enabled: true, parameters: {}, events: [] }

/** Creates, changes and deletes integrations. */
const performIntegration: Performer<'integrations'> = async (apply, step) => {
  const { action, name, before, after } = step
  const params = { id: String(apply.ids.integrations.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteAddon, { params })
  if (action === 'create') return apply.perform(createAddon, { body: { ...NEW, ...after } })
  const held = before?.parameters ?? {}
  const masked = maskParameters(after.provider, held)
  // a secret that stays goes as a mask: the operation keeps it only for the address that it was entered for
  const changed = Object.entries(after.parameters ?? {}).filter(
    ([name, value]) => value !== ownValue(held, name),
  )
  const parameters = { ...masked, ...Object.fromEntries(changed) }
  return apply.perform(updateAddon, { params, body: { ...before, ...after, parameters } })
}

const PERFORMERS: { [List in ScenarioList]: Performer<List> } = {
  environments: performEnvironment,
  roles: performRole,
  users: performUser,
  serviceAccounts: performServiceAccount,
  groups: performGroup,
  projects: performProject,
  contextFields: performContextField,
  tagTypes: performTagType,
  strategyTypes: performStrategyType,
  segments: performSegment,
  releaseTemplates: performReleaseTemplate,
  flags: performFlag,
  apiTokens: performToken,
  signalEndpoints: performSignalEndpoint,
  actionSets: performActionSet,
  integrations: performIntegration,
  expect: performExpectation,
  policies: performPolicy,
}

/** Performs the steps of a plan in their order. An error names its step. */
export async function applySteps(
  apply: Apply,
  steps: readonly PlannedStep[],
  projectsNow: readonly Item<'projects'>[],
): Promise<void> {
  const wanted = steps.filter(({ action }) => action !== 'delete')
  const perform = (some: readonly PlannedStep[]) =>
    inSteps(some, (step) => named(step, () => performOne(apply, step)))
  const [flags, projects] = [wanted.filter(isOf('flags')), wanted.filter(isOf('projects'))]
  const followers = wanted.filter(followsSegments)
  const { revived, archived: closed } = archivedProjects(steps, projectsNow)
  const eachProject = (ids: readonly string[], operation: typeof reviveProject) =>
    inSteps(ids, (name) =>
      named({ list: 'projects', name }, () => apply.perform(operation, { params: { projectId: name } })),
    )
  await eachProject(revived, reviveProject)
  await perform(wanted.filter((step) => !followsSegments(step)))
  await inSteps(projects, (step) => named(step, () => performDefaultStrategies(apply, step)))
  // archived at once, so that they take no room from the others
  await perform(followers.filter(isNewAndArchived))
  await perform(followers.filter((step) => !isNewAndArchived(step)))
  await inSteps(flags, (step) => named(step, () => performDependencies(apply, step)))
  // a parent cannot be archived before its children, which are archived or deleted here
  const archived = flags.filter(({ action, after }) => action === 'update' && after?.archived)
  const archiveFlags = (some: typeof flags) =>
    inSteps(some, (step) => named(step, () => performArchival(apply, step)))
  await archiveFlags(archived.filter(isChild))
  await perform(steps.filter(({ action }) => action === 'delete'))
  await archiveFlags(archived.filter((step) => !isChild(step)))
  await inSteps(projects, (step) => named(step, () => performApprovals(apply, step)))
  await inSteps(wanted.filter(isOf('signalEndpoints')), (step) =>
    named(step, () => performSignals(apply, step)),
  )
  await eachProject(closed, archiveProject)
}

interface ArchivedProjects {
  /** Projects to revive before the steps: nothing can be changed in an archived one. */
  revived: string[]
  /** Projects to archive after the steps, those that are archived again included. */
  archived: string[]
}

/** Finds the projects to revive and to archive around some steps. */
function archivedProjects(
  steps: readonly PlannedStep[],
  now: readonly { id: string; archived?: boolean | undefined }[],
): ArchivedProjects {
  const own = new Map(steps.filter(({ list }) => list === 'projects').map((step) => [step.name, step]))
  const touched = new Set(steps.flatMap(projectsOf))
  const revived = now.filter(({ id, archived }) => archived && touched.has(id)).map(({ id }) => id)
  return {
    revived,
    archived: [
      ...revived.filter((id) => !own.has(id)),
      ...[...own.values()].filter(({ after }) => isArchived(after)).map(({ name }) => name),
    ],
  }
}

/** Lists the projects in which a step changes something. A project that is deleted can stay archived. */
function projectsOf({ list, name, action, before, after }: PlannedStep): string[] {
  if (list === 'projects') return action === 'delete' ? [] : [name]
  // expectations and policies name a project, and change nothing there
  if (list === 'expect' || list === 'policies') return []
  return [before, after].flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const one = 'project' in item && typeof item.project === 'string' ? [item.project] : []
    const several: unknown[] = 'projects' in item && Array.isArray(item.projects) ? item.projects : []
    return [...one, ...several.filter((id) => typeof id === 'string')]
  })
}

const followsSegments = ({ list }: PlannedStep) => LISTS.indexOf(list) > LISTS.indexOf('segments')
const isNewAndArchived = (step: PlannedStep) => step.action === 'create' && isArchived(step.after)
const isChild = ({ before }: Step<'flags'>) => (before?.dependencies ?? []).length > 0

function performOne(apply: Apply, step: PlannedStep): Promise<unknown> {
  const perform = PERFORMERS[step.list] as Performer<ScenarioList>
  return perform(apply, step as Step<ScenarioList>)
}

async function named(
  step: Pick<PlannedStep, 'list' | 'name'>,
  perform: () => Promise<unknown>,
): Promise<void> {
  try {
    await perform()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { name, message, details, extra, findings, headers } = error
    throw new AppError(name, `${step.list}/${step.name}: ${message}`, {
      details,
      extra,
      findings,
      headers,
      cause: error,
    })
  }
}
