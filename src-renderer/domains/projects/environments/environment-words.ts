import type { EnvironmentListItem, ProjectEnvironmentItem } from '#shared/projects/schemas/environment.ts'
import { counted } from '#ui/figures.ts'

/** Lists what is deleted with an environment, one sentence each. */
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
          `${counted(apiTokenCount, 'API token belongs', 'API tokens belong')} to it. SDKs that use ${apiTokenCount === 1 ? 'it' : 'them'} can no longer connect.`,
        ]),
    'Role permissions in it and its metrics are deleted.',
  ]
}

/** Describes what a project loses with an environment. */
export function projectLossesInWords(environment: ProjectEnvironmentItem): string {
  const { projectEnabledToggleCount, projectApiTokenCount, name } = environment
  return [
    projectEnabledToggleCount === 0
      ? 'No flag is enabled there.'
      : `${counted(projectEnabledToggleCount, 'flag is', 'flags are')} enabled there, and will disappear for SDKs in ${name}.`,
    'All strategies and variants there, the default strategy and the change request settings are deleted, and open change requests are cancelled. Adding it again does not restore them.',
    ...(projectApiTokenCount === 0
      ? []
      : [
          `${counted(projectApiTokenCount, 'API token that opens', 'API tokens that open')} it ${projectApiTokenCount === 1 ? 'stays' : 'stay'}.`,
        ]),
  ].join(' ')
}

/** Describes the number of approvals a change needs. */
export const approvalsInWords = (requiredApprovals: number | null): string =>
  requiredApprovals == null ? 'per project' : counted(requiredApprovals, 'approval')
