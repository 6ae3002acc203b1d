import { z } from 'zod'

import { ActionFilter, ActionSet, ActionSetEvent, CreateActions, EXECUTION_STATES } from './action.ts'
import { NamedEvent } from '../../audit/schemas/undo.ts'
import { ActionRules, ActionSetNote } from './action-rules.ts'
import { Instant, InstantInput } from '../../schemas/scalars.ts'

/** A permission that a service account would need in an environment, and does not have. */
export const MissingPermission = z.object({
  permission: z.string(),
  displayName: z.string(),
  environment: z.string(),
})
export type MissingPermission = z.output<typeof MissingPermission>

const LastExecution = z.object({
  id: z.int(),
  signalId: z.int(),
  state: z.enum(EXECUTION_STATES),
  createdAt: Instant,
})

/** Actions of a project, with the data to build and review them; Halyard's own. */
export const ActionsOverview = z
  .object({
    actions: z.array(
      ActionSet.extend({
        succeeded: z.int(),
        failed: z.int(),
        lastExecution: LastExecution.nullable(),
        rules: ActionRules,
      }),
    ),
    endpoints: z.array(z.object({ id: z.int(), name: z.string(), enabled: z.boolean() })),
    actors: z.array(z.object({ id: z.int(), name: z.string(), lacks: z.array(MissingPermission) })),
    limits: z.object({ sets: z.int(), actions: z.int(), filters: z.int(), filterValues: z.int() }),
  })
  .meta({ id: 'actionsOverviewSchema' })
export type ActionsOverview = z.output<typeof ActionsOverview>

/** An action set, saved or not, to be tried against the signals of a period. */
export const BacktestActions = CreateActions.extend({
  from: InstantInput.optional(),
  to: InstantInput.optional(),
}).meta({ id: 'backtestActionsSchema' })
export type BacktestActions = z.output<typeof BacktestActions>

/** Result of testing an action set on past signals: number of matches, and changes it would make now. */
export const Backtest = z
  .object({
    examined: z.int(),
    /** True if there were more signals than one test examines. */
    isCut: z.boolean(),
    matched: z.int(),
    /** Latest matching signals. */
    latest: z.array(z.object({ id: z.int(), createdAt: Instant })),
    state: z.enum(EXECUTION_STATES),
    actions: z.array(
      z.object({
        action: z.string(),
        executionParams: z.record(z.string(), z.string()),
        state: z.enum([...EXECUTION_STATES, 'not started']),
        details: z.string().nullable(),
      }),
    ),
    changes: z.array(z.object({ featureName: z.string(), environment: z.string(), enabled: z.boolean() })),
    lacks: z.array(MissingPermission),
  })
  .meta({ id: 'backtestSchema' })
export type Backtest = z.output<typeof Backtest>

/** Event that an action recorded, and what became of the change. */
const ChainEvent = NamedEvent.pick({
  id: true,
  label: true,
  createdAt: true,
  createdBy: true,
  featureName: true,
  environment: true,
}).extend({
  /** null: it counts. */
  undone: z.object({ eventId: z.int(), by: z.string(), at: Instant }).nullable(),
  /** First SDK that was sent the change. `unknown`: it came before the start, or too long ago. */
  delivered: z.discriminatedUnion('is', [
    z.object({
      is: z.literal('first'),
      at: Instant,
      appName: z.string().nullable(),
      sdk: z.string().nullable(),
      way: z.enum(['poll', 'delta', 'stream']),
    }),
    z.object({ is: z.enum(['not yet', 'unknown']) }),
  ]),
})

/** Execution of one action. */
const ChainStep = z.object({
  startedAt: Instant,
  endedAt: Instant,
  /** The first of them. */
  events: z.array(ChainEvent),
  /** Number of events beyond those. */
  moreEvents: z.int(),
})

const FilterResult = z.object({
  path: z.string(),
  filter: ActionFilter,
  actual: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  holds: z.boolean(),
})

/** Execution of a signal, from the filters that it matched to what became of each change. */
const ChainExecution = ActionSetEvent.extend({
  attempt: z.int(),
  /** Name of the user who retried it; null: the signal started it, or the service retried it. */
  requestedBy: z.string().nullable(),
  /** Service account that it ran as; without a name: it is deleted. */
  actor: z.object({ id: z.int(), name: z.string().nullable() }),
  /** Time of the next automatic retry; null: there is none. */
  retryAt: Instant.nullable(),
  /** Filters of the set at that time. */
  filters: z.array(FilterResult),
  /** By action; null: not executed in this attempt, or by a former version. */
  steps: z.array(ChainStep.nullable()),
})
export type ChainExecution = z.output<typeof ChainExecution>

/** Executions of a signal, and the current action sets of its endpoint with the result of each filter. */
export const SignalActions = z
  .object({
    processed: z.boolean(),
    executions: z.array(ChainExecution),
    /** Sets that it matched and did not execute. */
    notes: z.array(ActionSetNote),
    sets: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        project: z.string(),
        enabled: z.boolean(),
        matches: z.boolean(),
        filters: z.array(FilterResult),
      }),
    ),
  })
  .meta({ id: 'signalActionsSchema' })
export type SignalActions = z.output<typeof SignalActions>

/** Queue of signals for the actions, and its speed. */
export const SignalQueue = z
  .object({
    waiting: z.int(),
    /** Time at which the oldest waiting signal came in. */
    oldestAt: Instant.nullable(),
    intervalSeconds: z.number(),
    perCycle: z.int(),
  })
  .meta({ id: 'signalQueueSchema' })
export type SignalQueue = z.output<typeof SignalQueue>
