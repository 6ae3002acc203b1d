import type { FailureCause } from '#shared/signals/schemas/failed-action.ts'
import { rewordContractText } from '#lib/contract-texts.ts'
import type { Failure } from './failed-queries.ts'

/** Text for a missing piece, and the link to where it can be fixed. */
export interface CauseInWords {
  text: string
  link?: { label: string; href: string }
}

type About = Pick<Failure, 'project' | 'actor' | 'actionSetId'>

/** Puts into words what would make an execution fail again. */
export function causeInWords(
  cause: FailureCause,
  { project, actor }: About,
  projectName: (id: string) => string,
): CauseInWords {
  const account = actor.name ?? `The service account ${actor.id}`
  switch (cause.kind) {
    case 'permission':
      return {
        text: `${account} needs “${cause.displayName}” (${cause.permission}) in project ${projectName(project)}, environment ${cause.environment}. A project role with it is enough.`,
        link: { label: `Grant access to ${account}`, href: hrefOfGrant(project, actor.id) },
      }
    case 'flag':
      return flagInWords(cause, project, projectName)
    case 'environment':
      return {
        text: `The environment ${cause.environment} is not part of the project.`,
        link: { label: 'Project environments', href: `#/projects/${project}/settings` },
      }
    case 'actor':
      return {
        text: 'The service account of the action set has been deleted. Choose another one.',
        link: { label: 'Open the action set', href: `#/projects/${project}/actions` },
      }
    case 'set':
      return cause.is === 'deleted'
        ? { text: 'The action set has been deleted, so this cannot be retried. Dismiss it.' }
        : {
            text: 'The action set is off. Turn it on to retry.',
            link: { label: 'Open the action set', href: `#/projects/${project}/actions` },
          }
    case 'endpoint':
      return cause.is === 'deleted'
        ? { text: 'The signal endpoint has been deleted: no new signal starts this action set.' }
        : {
            text: `The endpoint ${cause.name ?? cause.id} is off: no new signal starts this action set. A retry still works.`,
            link: { label: 'Open the endpoint', href: `#/signals/${cause.id}` },
          }
  }
}

function flagInWords(
  { featureName, is, project: at }: Extract<FailureCause, { kind: 'flag' }>,
  project: string,
  projectName: (id: string) => string,
): CauseInWords {
  if (is === 'archived')
    return {
      text: `The flag ${featureName} is archived.`,
      link: { label: 'Restore it from the archive', href: '#/archive' },
    }
  if (is === 'elsewhere' && at !== null)
    return {
      text: `The flag ${featureName} is in project ${projectName(at)} now.`,
      link: { label: 'Open the flag', href: `#/projects/${at}/features/${featureName}` },
    }
  return {
    text: `There is no flag ${featureName}. Create it, or change the action set.`,
    link: { label: 'Open the project', href: `#/projects/${project}` },
  }
}

/** The page on which a service account gets a role in a project, with the account chosen. */
export const hrefOfGrant = (project: string, user: number): string =>
  `#/projects/${project}/access?add=${user}`

/** Reason why an execution failed: that of its first failed action. */
export const reasonOf = ({ actions }: Pick<Failure, 'actions'>): string =>
  rewordContractText(actions.find(({ state }) => state === 'failed')?.details ?? 'The reason is unknown.')

/** Some of its actions had been done before one failed. */
export const isPartly = ({ actions }: Pick<Failure, 'actions'>): boolean =>
  actions.some(({ state }) => state === 'success')
