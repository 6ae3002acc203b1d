import type { EnvironmentListItem, ProjectEnvironmentItem } from '../../../src-shared/schemas/environment.ts'
import { counted } from '../../lib/counted.ts'

/** What goes with an environment that is deleted, a sentence each. */
export function lossesInWords(environment: EnvironmentListItem): string[] {
  const { projectCount, apiTokenCount, enabledToggleCount } = environment
  return [
    projectCount === 0
      ? 'No project has it.'
      : `${counted(projectCount, 'project has', 'projects have')} it: strategies, default strategies and change requests there are deleted.`,
    ...(enabledToggleCount === 0
      ? []
      : [`${counted(enabledToggleCount, 'flag is', 'flags are')} enabled in it.`]),
    ...(apiTokenCount === 0
      ? []
      : [
          `${counted(apiTokenCount, 'API token opens', 'API tokens open')} it: SDKs that use ${apiTokenCount === 1 ? 'it' : 'them'} are refused at once.`,
        ]),
    'Permissions of roles in it are deleted, and its usage figures.',
  ]
}

/** What a project loses with an environment. */
export function projectLossesInWords(environment: ProjectEnvironmentItem): string {
  const { projectEnabledToggleCount, projectApiTokenCount, name } = environment
  return [
    projectEnabledToggleCount === 0
      ? 'No flag is enabled there.'
      : `${counted(projectEnabledToggleCount, 'flag is', 'flags are')} enabled there, and will be gone for SDKs in ${name}.`,
    'The strategies and variants of all flags there, the default strategy and the change request settings are deleted, and change requests that are open there are cancelled. Adding it again does not bring them back.',
    ...(projectApiTokenCount === 0
      ? []
      : [
          `${counted(projectApiTokenCount, 'API token that opens', 'API tokens that open')} it ${projectApiTokenCount === 1 ? 'stays' : 'stay'}.`,
        ]),
  ].join(' ')
}

/** How many must approve a change there. */
export const approvalsInWords = (requiredApprovals: number | null): string =>
  requiredApprovals === null ? 'as the project says' : counted(requiredApprovals, 'approval')
