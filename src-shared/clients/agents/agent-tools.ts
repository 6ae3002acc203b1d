import type { Permission } from '#shared/access/permissions/index.ts'
import { getPolicies } from '../../changes/contract/policies.ts'
import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { addChangesToRequest, getChangeRequests } from '#shared/changes/contract/change-requests.ts'
import type { Operation } from '#shared/contract-engine/operation.ts'
import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { archiveFeature, createFeature, getFeature, staleFeatures } from '#shared/flags/contract/features.ts'
import { getOverrides, removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { getSegments } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy, updateFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { explainFlagWithPost, findResultChanges } from '#shared/insight/contract/explain.ts'
import { runExpectations } from '#shared/insight/contract/expectations.ts'
import { getAllEnvironments } from '#shared/projects/contract/environments.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'

/** An operation of the contract that an agent may use. */
export interface AgentTool {
  readonly name: string
  readonly title: string
  /** Help for the agent: what the tool is for. */
  readonly description: string
  readonly operation: Operation
  readonly effect: 'read' | 'write' | 'destructive'
  /** Fields of the query and the body that are offered, beyond those of the path. Absent: all. */
  readonly takes?: readonly string[]
  /** Largest `limit`: more than an agent can read would be made for nothing. */
  readonly most?: number
}

const MAX = 100

/** All tools, in the order in which agents and people see them (ADR 54). */
export const AGENT_TOOLS: readonly AgentTool[] = [
  {
    name: 'list_projects',
    title: 'List projects',
    description: 'Lists the projects. Their ids are needed by most other tools.',
    operation: getProjects,
    effect: 'read',
    takes: [],
  },
  {
    name: 'list_environments',
    title: 'List environments',
    description: 'Lists the environments, in order, with their types.',
    operation: getAllEnvironments,
    effect: 'read',
  },
  {
    name: 'find_flags',
    title: 'Find flags',
    description:
      'Searches flags by text and filters. A filter is OPERATOR:value, such as project "IS:default", state "IS:stale", ' +
      'lastSeenAt "IS_BEFORE:2026-01-31". Use it before creating a flag, and to find flags to clean up.',
    operation: searchFeatures,
    effect: 'read',
    most: MAX,
    takes: [
      'query',
      'project',
      'state',
      'lifecycle',
      'type',
      'tag',
      'lastSeenAt',
      'createdAt',
      'limit',
      'offset',
    ],
  },
  {
    name: 'get_flag',
    title: 'Get a flag',
    description: 'Returns a flag with its environments, strategies and variants.',
    operation: getFeature,
    effect: 'read',
    takes: [],
  },
  {
    name: 'explain_flag',
    title: 'Explain a flag',
    description:
      'Evaluates a flag for a context, such as {"userId": "7"}, and explains the result. "at" evaluates it as it was at a time.',
    operation: explainFlagWithPost,
    effect: 'read',
  },
  {
    name: 'find_result_changes',
    title: 'Find what changed a result',
    description:
      'Finds the events that changed the result of a flag for a context: who, when, and the reasons before and after, newest first. ' +
      'Use it to answer "since when" and "why does this user no longer get it". Name a project instead of a flag to search all its flags. ' +
      '"token" is the name of an API token, "overlay" of a header: overrides for requests with them count.',
    operation: findResultChanges,
    effect: 'read',
  },
  {
    name: 'check_expectations',
    title: 'Check expectations',
    description:
      'Checks what people expect of flags and access, all or of a flag or a project, and explains what fails. Use it after a change, and ' +
      'before it with "expectations" of your own: a flag, an environment, contexts and the result.',
    operation: runExpectations,
    effect: 'read',
  },
  {
    name: 'list_policies',
    title: 'List policies',
    description:
      'Lists the rules for changes: what they ask for, where, and whether they warn or refuse. Read them before a change; a refusal names the ' +
      'policy and what would pass.',
    operation: getPolicies,
    effect: 'read',
  },
  {
    name: 'lint_contexts',
    title: 'Find what is wrong with contexts',
    description:
      'Lists what is wrong with the contexts that applications really sent, with the line to change: nothing for a rollout to be sticky on, ' +
      'ids such as "undefined", values that are not legal, constraints on fields that nobody sends. Server SDKs evaluate by themselves and send none. ' +
      '"since" examines later contexts only.',
    operation: getContextFindings,
    effect: 'read',
  },
  {
    name: 'list_overrides',
    title: 'List overrides',
    description: 'Lists what lies over flags for a while, for whom, and who set it.',
    operation: getOverrides,
    effect: 'read',
  },
  {
    name: 'list_segments',
    title: 'List segments',
    description: 'Lists the segments with their constraints.',
    operation: getSegments,
    effect: 'read',
  },
  {
    name: 'read_events',
    title: 'Read the event log',
    description: 'Searches the event log, newest first: who changed what. Filters are as "IS:value".',
    operation: searchEvents,
    effect: 'read',
    most: MAX,
    takes: ['query', 'feature', 'project', 'environment', 'type', 'from', 'to', 'limit'],
  },
  {
    name: 'read_signals',
    title: 'Read signals',
    description: 'Searches the signals that other systems sent, newest first.',
    operation: searchSignals,
    effect: 'read',
    most: MAX,
    takes: ['endpoint', 'from', 'to', 'text', 'limit'],
  },
  {
    name: 'list_change_requests',
    title: 'List change requests',
    description: 'Lists the newest change requests of a project.',
    operation: getChangeRequests,
    effect: 'read',
  },
  {
    name: 'rehearse_upgrade',
    title: 'Rehearse an upgrade',
    description:
      'Lists the recorded requests that an upgrade of the service would affect, such as from 6 to 7.',
    operation: getUpgradeReport,
    effect: 'read',
    takes: ['from', 'to', 'groupBy'],
  },
  {
    name: 'create_flag',
    title: 'Create a flag',
    description: 'Creates a flag. It is off in every environment.',
    operation: createFeature,
    effect: 'write',
    takes: ['name', 'description', 'type', 'impressionData'],
  },
  {
    name: 'turn_flag_on',
    title: 'Turn a flag on',
    description: 'Enables a flag in an environment. Without a strategy there it is on for everybody.',
    operation: toggleFeatureEnvironmentOn,
    effect: 'write',
    takes: [],
  },
  {
    name: 'turn_flag_off',
    title: 'Turn a flag off',
    description: 'Disables a flag in an environment.',
    operation: toggleFeatureEnvironmentOff,
    effect: 'write',
    takes: [],
  },
  {
    name: 'roll_out',
    title: 'Roll a flag out',
    description:
      'Adds a strategy in an environment. For a part of the users: name "flexibleRollout", parameters {"rollout": "25", ' +
      '"stickiness": "default", "groupId": "<flag>"}. Constraints and segments limit it further.',
    operation: addFeatureStrategy,
    effect: 'write',
    takes: ['name', 'title', 'parameters', 'constraints', 'segments'],
  },
  {
    name: 'change_strategy',
    title: 'Change a strategy',
    description:
      'Replaces a strategy, for example to raise its rollout. Its id is in the answer of get_flag.',
    operation: updateFeatureStrategy,
    effect: 'write',
    takes: ['name', 'title', 'parameters', 'constraints', 'segments'],
  },
  {
    name: 'override_flag',
    title: 'Override a flag',
    description:
      'Gives a flag another value for a while and leaves the flag as it is, to try something. The audience is "everybody", ' +
      '"user:7", "session:abc", "application:web", "token:NAME" for an API token, or "header:NAME" for requests with X-Halyard-Overlay: ' +
      'NAME. "strategies" turns it on by these instead of its own. Name a time in "until", or remove the override when you are done.',
    operation: setOverride,
    effect: 'write',
  },
  {
    name: 'remove_override',
    title: 'Remove an override',
    description: 'Ends an override of a flag: its audience gets again what the flag says.',
    operation: removeOverride,
    effect: 'write',
  },
  {
    name: 'mark_stale',
    title: 'Mark flags as stale',
    description: 'Marks flags of a project as stale, or no longer stale: a clean-up begins so.',
    operation: staleFeatures,
    effect: 'write',
  },
  {
    name: 'request_change',
    title: 'Request a change',
    description:
      'Adds changes to your change request of an environment, for people to review and apply. Use it where another tool ' +
      'says that the environment needs approval.',
    operation: addChangesToRequest,
    effect: 'write',
  },
  {
    name: 'archive_flag',
    title: 'Archive a flag',
    description: 'Archives a flag: applications no longer get it. Remove it from the code first.',
    operation: archiveFeature,
    effect: 'destructive',
  },
]

/** Ways to limit what an agent may do, whatever its token allows. */
export const AGENT_MODES = ['all', 'dry-run', 'read-only'] as const
export type AgentMode = (typeof AGENT_MODES)[number]

/** A tool with what its token needs. */
export interface ToolRights extends AgentTool {
  /** Any one of these suffices. None: whoever sees the project may use it. */
  readonly anyOf: readonly Permission[]
  /** True if it becomes a change request where changes need approval. */
  readonly needsApproval: boolean
}

/** Lists the tools with the rights of their operations. */
export function toolRights(): ToolRights[] {
  return AGENT_TOOLS.map((tool) => {
    const { access, changeControl } = tool.operation
    return {
      ...tool,
      anyOf: access.kind === 'permission' ? access.anyOf : [],
      needsApproval: changeControl !== undefined,
    }
  })
}
