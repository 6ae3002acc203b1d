import { z } from 'zod'

import { CreateApiToken } from '../../access/schemas/api-token.ts'
import { UpsertGroup } from '../../access/schemas/group.ts'
import { CreateRole } from '../../access/schemas/role.ts'
import { CreateServiceAccount } from '../../access/schemas/service-account.ts'
import { CreateUser } from '../../access/schemas/user-admin.ts'
import { PolicyInput } from '../../changes/schemas/policy.ts'
import { LinkInput } from '../../flags/contract/links.ts'
import { CreateContextField } from '../../flags/schemas/context-field.ts'
import { CreateDependency, CreateFeature } from '#shared/flags/schemas/feature.ts'
import { CreateTemplate, MilestoneInput } from '../../flags/schemas/release-plan.ts'
import { UpsertSegment } from '../../flags/schemas/segment.ts'
import { CreateStrategyType } from '../../flags/schemas/strategy-type.ts'
import { CreateStrategy } from '../../flags/schemas/strategy.ts'
import { CreateTagType, TagInput } from '../../flags/schemas/tag.ts'
import { EnvironmentVariantInput } from '../../flags/schemas/variant.ts'
import { ExpectationInput } from '../../insight/schemas/expectation.ts'
import { AddonInput } from '../../integrations/schemas/addon.ts'
import { CreateEnvironment } from '../../projects/schemas/environment.ts'
import { CreateProject, UpdateProjectSettings } from '../../projects/schemas/project-lifecycle.ts'
import { CoercedText } from '../../schemas/scalars.ts'
import { CreateActions } from '../../signals/schemas/action.ts'
import { ActionRules } from '../../signals/schemas/action-rules.ts'
import { DeliveryIdSetting, OrderSetting } from '../../signals/schemas/sender.ts'
import { UpsertSignalEndpoint } from '../../signals/schemas/signal-endpoint.ts'

/** Name of another item of the instance, in place of its id. */
const Name = z.string().min(1).max(255)
const ProjectId = z.string().min(1).max(100)

const ScenarioEnvironment = CreateEnvironment.extend({}).strict()

const ScenarioRole = CreateRole.extend({
  type: z.enum(['root-custom', 'custom']),
  permissions: z.array(z.strictObject({ name: Name, environment: Name.optional() })).max(2000),
}).strict()

const ScenarioUser = CreateUser.omit({ sendEmail: true })
  .extend({ rootRole: Name })
  .strict()
  .refine(({ username, email }) => (username ?? email ?? '') !== '', 'A user needs a username or an email')

const ScenarioServiceAccount = CreateServiceAccount.extend({ rootRole: Name }).strict()

const ScenarioGroup = UpsertGroup.extend({
  name: Name,
  rootRole: Name.nullish(),
  /** Usernames, or e-mail addresses of users without one. */
  users: z.array(Name).max(5000).optional(),
}).strict()

/** Roles of users and groups in a project, by the names of all of them. */
const ScenarioAccess = z.strictObject({
  users: z.record(Name, z.array(Name)).optional(),
  groups: z.record(Name, z.array(Name)).optional(),
})

const ScenarioStrategy = CreateStrategy.omit({ sortOrder: true })
  .extend({ segments: z.array(Name).optional() })
  .strict()

const ScenarioDefaultStrategy = ScenarioStrategy.extend({ name: z.literal('flexibleRollout') }).strict()

const ScenarioProject = CreateProject.omit({ changeRequestEnvironments: true })
  .extend({
    ...UpdateProjectSettings.shape,
    id: ProjectId,
    name: CreateProject.shape.name.optional(),
    /** Archived projects stay so only if the file says it: naming a project revives it. */
    archived: z.boolean().optional(),
    access: ScenarioAccess.optional(),
    /** Number of approvals that changes need, by environment; null: none. */
    approvals: z.record(Name, z.int().min(1).max(10).nullable()).optional(),
    /** Strategy of flags that are enabled without one, by environment; null: that of the service. */
    defaultStrategies: z.record(Name, ScenarioDefaultStrategy.nullable()).optional(),
  })
  .strict()

const ScenarioContextField = CreateContextField.extend({ project: ProjectId.nullish() }).strict()
const ScenarioTagType = CreateTagType.extend({}).strict()
/** A strategy type of the instance; those that are built in cannot be changed. */
const ScenarioStrategyType = CreateStrategyType.extend({
  parameters: z.array(CreateStrategyType.shape.parameters.element.strict()),
}).strict()
const ScenarioSegment = UpsertSegment.extend({}).strict()

/** A release template. Its milestones and their strategies are in their order. */
const ScenarioReleaseTemplate = CreateTemplate.extend({
  /** Project whose flags can use the template; absent or null: flags of all projects. */
  project: ProjectId.nullish(),
  milestones: z
    .array(
      z.strictObject({
        name: MilestoneInput.shape.name,
        strategies: z.array(ScenarioStrategy).optional(),
      }),
    )
    .optional(),
}).strict()

const ScenarioFlagEnvironment = z.strictObject({
  enabled: z.boolean().optional(),
  strategies: z.array(ScenarioStrategy).optional(),
  variants: z.array(EnvironmentVariantInput).optional(),
})

const ScenarioFlag = CreateFeature.extend({
  /** Project of the flag. Absent: it stays where it is; a new one is created in `default`. */
  project: ProjectId.optional(),
  stale: z.boolean().optional(),
  /** Archived flags stay so only if the file says it: naming a flag revives it. */
  archived: z.boolean().optional(),
  tags: z.array(TagInput.extend({}).strict()).optional(),
  links: z.array(LinkInput.extend({}).strict()).optional(),
  dependencies: z.array(CreateDependency.extend({}).strict()).optional(),
  environments: z.record(Name, ScenarioFlagEnvironment).optional(),
}).strict()
export type ScenarioFlag = z.output<typeof ScenarioFlag>
export type ScenarioFlagEnvironment = z.output<typeof ScenarioFlagEnvironment>
export type ScenarioStrategy = z.output<typeof ScenarioStrategy>

const ScenarioApiToken = CreateApiToken.omit({ alias: true })
  .extend({
    environment: Name,
    projects: z.array(Name).min(1).default(['*']),
    /** Fixed value, as `project:environment.anything`. Without one, a new token gets a random value. */
    secret: z
      .string()
      .max(255)
      .regex(/^(\*|\[\]|[a-zA-Z0-9_.~-]+):[a-zA-Z0-9_~-]+\.\S+$/, 'must be project:environment.secret')
      .optional(),
  })
  .strict()
export type ScenarioApiToken = z.output<typeof ScenarioApiToken>

/** Most signals of an endpoint in a file. */
export const MAX_SIGNALS = 100
const MAX_PAYLOAD_LEVELS = 100

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

const ScenarioSignalEndpoint = UpsertSignalEndpoint.extend({
  /** Place of the id by which repeated deliveries are known. */
  deliveryId: DeliveryIdSetting.strict().optional(),
  /** Place of the time or the number by which late signals are known. */
  order: OrderSetting.strict().optional(),
  /** Payloads that a new endpoint gets once, in their order; nobody compares them. */
  signals: z
    .array(
      z
        .unknown()
        .refine(
          (payload) => !isDeeper(payload, MAX_PAYLOAD_LEVELS),
          `A payload has at most ${MAX_PAYLOAD_LEVELS} levels`,
        ),
    )
    .max(MAX_SIGNALS, `An endpoint gets at most ${MAX_SIGNALS} signals`)
    .optional(),
}).strict()

/** Rules of an action set as a whole: one that is absent has its default. */
const ScenarioRules = ActionRules.extend({
  reset: CreateActions.shape.match.shape.payload
    .refine((filters) => Object.keys(filters).length > 0, 'A reset needs a filter. Leave it out for none')
    .nullable()
    .default(null),
}).strict()

const ScenarioActionSet = CreateActions.omit({ match: true, actorId: true })
  .extend({
    project: ProjectId.default('default'),
    /** Name of the signal endpoint. */
    signalEndpoint: Name,
    filters: CreateActions.shape.match.shape.payload.default({}),
    /** Username of the service account that acts. */
    actor: Name,
    actions: z.array(CreateActions.shape.actions.element.omit({ sortOrder: true }).strict()).min(1),
    rules: ScenarioRules.optional(),
  })
  .strict()

/** An integration. Its provider and its description say which one it is. */
const ScenarioIntegration = AddonInput.extend({
  enabled: z.boolean().optional(),
  /** Parameters of the provider. A secret as ***** keeps its value. */
  parameters: z.record(Name, CoercedText).optional(),
  events: z.array(Name).max(1000).optional(),
  projects: z.array(Name).max(5000).optional(),
  environments: z.array(Name).max(1000).optional(),
}).strict()
export type ScenarioIntegration = z.output<typeof ScenarioIntegration>

/**
 * Schemas of the items, by list. The order is the order of creation: each list names items of those before it. Default
 * strategies of projects alone name segments.
 */
export const SCENARIO_ITEMS = {
  environments: ScenarioEnvironment,
  roles: ScenarioRole,
  users: ScenarioUser,
  serviceAccounts: ScenarioServiceAccount,
  groups: ScenarioGroup,
  projects: ScenarioProject,
  contextFields: ScenarioContextField,
  tagTypes: ScenarioTagType,
  strategyTypes: ScenarioStrategyType,
  segments: ScenarioSegment,
  releaseTemplates: ScenarioReleaseTemplate,
  flags: ScenarioFlag,
  apiTokens: ScenarioApiToken,
  signalEndpoints: ScenarioSignalEndpoint,
  actionSets: ScenarioActionSet,
  integrations: ScenarioIntegration,
  expect: ExpectationInput,
  policies: PolicyInput,
} as const
export type ScenarioList = keyof typeof SCENARIO_ITEMS

/** Items of each list; a list that is absent is left alone. */
export type ScenarioItems = { [List in ScenarioList]?: z.output<(typeof SCENARIO_ITEMS)[List]>[] }

const lists = Object.fromEntries(
  Object.entries(SCENARIO_ITEMS).map(([list, item]) => [list, z.array(item).max(50_000).optional()]),
) as { [List in ScenarioList]: z.ZodOptional<z.ZodArray<(typeof SCENARIO_ITEMS)[List]>> }

/** An instance, or a part of it, as it should be (ADR 43). */
export const Scenario = z
  .strictObject({
    $schema: z.string().optional(),
    /** Version of this shape. */
    scenario: z.literal(1),
    /** Delete what a list of this file does not name. */
    prune: z.boolean().optional(),
    ...lists,
  })
  .meta({ id: 'scenarioSchema', title: 'Scenario of Halyard' })
export type Scenario = z.output<typeof Scenario>

/** Longest file that is read: some 5,000 flags with nine strategies each, as an export writes them. */
export const MAX_SCENARIO_TEXT = 10_000_000
const MEGABYTE = 1_000_000

/** Says why a file is too long, and what to do; undefined: it is not. */
export const tooLongProblem = (file: string, length: number): string | undefined =>
  length <= MAX_SCENARIO_TEXT
    ? undefined
    : `${file} has ${(length / MEGABYTE).toFixed(1)} MB, and a scenario has at most ${MAX_SCENARIO_TEXT / MEGABYTE} MB. ` +
      'Use halyard apply, which splits it, or split its flags into several files.'

/** A scenario file as sent: its text, so that errors can name lines. */
export const ScenarioFile = z
  .object({
    text: z.string().max(MAX_SCENARIO_TEXT),
    /** Name of the file, for errors. */
    file: z.string().max(500).default('scenario'),
    prune: z.boolean().optional(),
    /** Delete what the file names, in place of creating it. */
    remove: z.boolean().optional(),
    /** Change nothing if an expectation of the instance would fail afterwards (ADR 82). */
    test: z.boolean().optional(),
  })
  .meta({ id: 'scenarioFileSchema' })

export const ScenarioStep = z.object({
  action: z.enum(['create', 'update', 'delete']),
  /** Main operation of the contract that performs the step. */
  operation: z.string(),
  /** List and name: `flags/checkout`. */
  path: z.string(),
  changes: z.array(
    z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
})
export type ScenarioStep = z.output<typeof ScenarioStep>

export const ScenarioPlan = z
  .object({ created: z.int(), updated: z.int(), deleted: z.int(), steps: z.array(ScenarioStep) })
  .meta({ id: 'scenarioPlanSchema' })
export type ScenarioPlan = z.output<typeof ScenarioPlan>

export const ScenarioFormat = z.enum(['yaml', 'json'])
export type ScenarioFormat = z.output<typeof ScenarioFormat>

export const ExportedScenario = z
  .object({ format: ScenarioFormat, text: z.string() })
  .meta({ id: 'exportedScenarioSchema' })
