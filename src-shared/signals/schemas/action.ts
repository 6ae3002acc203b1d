import { z } from 'zod'

import { Instant, Integer } from '../../schemas/scalars.ts'
import { ALL, Content, FEW, mapOf, Name, Prose, withMost } from '../../schemas/bounded.ts'

/**
 * The operators of filters, as the original offers them (docs/contract/signals.md#action-shapes): no dates, no
 * patterns.
 */
export const FILTER_OPERATORS = [
  'IN',
  'NOT_IN',
  'STR_CONTAINS',
  'STR_STARTS_WITH',
  'STR_ENDS_WITH',
  'NUM_EQ',
  'NUM_GT',
  'NUM_GTE',
  'NUM_LT',
  'NUM_LTE',
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_GTE',
  'SEMVER_LT',
  'SEMVER_LTE',
] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** Filter on the value at one path: a constraint, with the payload as its context. */
export const ActionFilter = z
  .strictObject({
    operator: z.enum(FILTER_OPERATORS),
    inverted: z.boolean().optional(),
    caseInsensitive: z.boolean().optional(),
    value: Content.optional(),
    values: z.array(Content).max(ALL).optional(),
  })
  .meta({ id: 'actionFilterSchema' })
export type ActionFilter = z.output<typeof ActionFilter>

/** Filters by the paths that they are about. */
export const ActionFilters = mapOf(z.string().min(1).max(200), ActionFilter, FEW)
export type ActionFilters = z.output<typeof ActionFilters>

/** Names of the actions (docs/contract/signals.md#action-kinds). */
export const ACTION_KEYS = [
  'TOGGLE_FEATURE_ON',
  'TOGGLE_FEATURE_OFF',
  'TOGGLE_FEATURES_ON_BY_TAG',
  'TOGGLE_FEATURES_OFF_BY_TAG',
] as const
export type ActionKey = (typeof ACTION_KEYS)[number]

/**
 * Progress of an execution. An action that was not reached is `not started`
 * (docs/contract/signals.md#action-shapes).
 */
export const EXECUTION_STATES = ['started', 'success', 'failed'] as const
export type ExecutionState = (typeof EXECUTION_STATES)[number]

const Match = z.object({
  source: z.literal('signal-endpoint'),
  sourceId: Integer,
  payload: ActionFilters,
})

const param = Name.optional()
/** Parameters of an action. Its kind decides which of them it needs (src-shared/signals/actions). */
const ExecutionParams = withMost(
  z.looseObject({ project: param, environment: param, featureName: param, tag: param }),
  FEW,
)

export const CreateActions = z
  .object({
    name: z.string().trim().min(1).max(100),
    description: Prose.nullish(),
    enabled: z.boolean().optional(),
    match: Match,
    actorId: Integer,
    actions: z
      .array(
        z.object({
          action: z.enum(ACTION_KEYS),
          sortOrder: Integer.min(1),
          executionParams: ExecutionParams.optional(),
        }),
      )
      .max(FEW)
      .min(1),
  })
  .meta({ id: 'createActionsSchema' })
export type CreateActions = z.output<typeof CreateActions>

export const Action = z.object({
  id: z.int(),
  action: z.enum(ACTION_KEYS),
  sortOrder: z.int(),
  executionParams: z.record(z.string(), z.string()),
  createdAt: Instant,
  createdByUserId: z.int(),
})
export type Action = z.output<typeof Action>

/** A set of actions of a project, and the signals that it waits for (docs/contract/signals.md#action-shapes). */
export const ActionSet = z
  .object({
    id: z.int(),
    project: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    match: Match,
    actorId: z.int(),
    actions: z.array(Action),
    createdAt: Instant,
    createdByUserId: z.int(),
  })
  .meta({ id: 'actionSetSchema' })
export type ActionSet = z.output<typeof ActionSet>

export const SnapshotAction = Action.extend({
  state: z.enum([...EXECUTION_STATES, 'not started']),
  details: z.string().nullish(),
})

/** The signal and the set as they were then. */
export const ActionSetEvent = z
  .object({
    id: z.int(),
    actionSetId: z.int(),
    signalId: z.int(),
    createdAt: Instant,
    state: z.enum(EXECUTION_STATES),
    signal: z.object({
      id: z.int(),
      source: z.literal('signal-endpoint'),
      sourceId: z.int(),
      createdAt: Instant,
      createdBySourceTokenId: z.int().nullable(),
      payload: z.unknown(),
    }),
    actionSet: ActionSet.extend({ actions: z.array(SnapshotAction) }),
  })
  .meta({ id: 'actionSetEventSchema' })
export type ActionSetEvent = z.output<typeof ActionSetEvent>
export type SnapshotAction = z.output<typeof SnapshotAction>

const Parameter = z.object({
  name: z.enum(['project', 'environment', 'featureName', 'tag']),
  label: z.string(),
  type: z.enum(['select', 'hidden']),
  optional: z.boolean().optional(),
  options: z.array(z.string()).optional(),
})
export type ActionParameter = z.output<typeof Parameter>

/** Actions with their parameters (docs/contract/signals.md#action-kinds). */
export const ActionDefinitions = z
  .record(
    z.enum(ACTION_KEYS),
    z.object({
      label: z.string(),
      description: z.string(),
      category: z.string(),
      permissions: z.array(z.string()),
      parameters: z.array(Parameter),
    }),
  )
  .meta({ id: 'actionDefinitionsSchema' })
export type ActionDefinitions = z.output<typeof ActionDefinitions>

/** An action set as its endpoint lists it. */
export const ListeningActionSet = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    project: z.string(),
    projectName: z.string(),
    /** Number of its actions. */
    actions: z.int(),
  })
  .meta({ id: 'listeningActionSetSchema' })
export type ListeningActionSet = z.output<typeof ListeningActionSet>
