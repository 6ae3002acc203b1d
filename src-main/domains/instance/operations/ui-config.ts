import { readPasswordSettings } from '#domains/access/single-sign-on/password-settings.ts'
import { badData } from '#kernel/app-error.ts'
import { nameOf, personOf } from '#kernel/caller.ts'
import type { Limits } from '#kernel/limits.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/ui-config.ts'
import { isOrigin } from '#shared/instance/schemas/ui-config.ts'
import { type Plan, PLAN_FACTS } from '#shared/instance/rules/plans.ts'
import { writeSetting } from '#store/setting-rows.ts'
import type { EmailConfig } from '../email/email-config.ts'
import type { MaintenanceMode } from '../instance/maintenance-mode.ts'
import { CORS_SETTING, type FrontendOrigins } from '../instance/frontend-origins.ts'

/** Sources of the configuration of pages. */
interface UiConfigSources {
  instanceId: string
  baseUriPath: string
  plan: Plan
  /** Sessions that a user can have at a time. */
  maxParallelSessions: number
  emailConfig: Pick<EmailConfig, 'isEnabled'>
  status: () => { contractVersion: string }
  maintenance: MaintenanceMode
  frontendOrigins: FrontendOrigins
  pagesUrl: () => string
}

/**
 * Returns the configuration that pages request first (docs/contract/instance.md#configuration). `latest` and
 * `flags` are empty: Halyard does not check for updates and has no experiments.
 */
export const getUiConfig = (sources: UiConfigSources) =>
  query(contract.getUiConfig, async ({ caller: { actor, contract }, limits, everything }) => {
    const version = contract ?? sources.status().contractVersion
    const userId = personOf(actor)
    return {
      name: 'Halyard',
      environment: PLAN_FACTS[sources.plan].environment,
      version,
      versionInfo: {
        current: { oss: version, enterprise: sources.plan === 'oss' ? '' : version },
        latest: {},
        isLatest: true,
        instanceId: sources.instanceId,
      },
      flags: {},
      emailEnabled: sources.emailConfig.isEnabled,
      unleashUrl: sources.pagesUrl(),
      baseUriPath: sources.baseUriPath,
      authenticationType: PLAN_FACTS[sources.plan].authenticationType,
      disablePasswordAuth: (await readPasswordSettings(everything)).disabled,
      maxSessionsCount: sources.maxParallelSessions,
      prometheusAPIAvailable: false,
      frontendApiOrigins: [...sources.frontendOrigins.all],
      maintenanceMode: sources.maintenance.isOn,
      resourceLimits: resourceLimitsOf(limits),
      unleashContext: userId === undefined ? {} : { userId },
    }
  })

const resourceLimitsOf = (limits: Limits) => ({
  segmentValues: limits.segmentValues,
  strategySegments: limits.strategySegments,
  signalEndpoints: limits.signalEndpoints,
  signalTokensPerEndpoint: limits.signalTokensPerEndpoint,
  actionSetActions: limits.actionSetActions,
  actionSetsPerProject: limits.actionSetsPerProject,
  actionSetFilters: limits.actionSetFilters,
  actionSetFilterValues: limits.actionSetFilterValues,
  featureEnvironmentStrategies: limits.featureEnvironmentStrategies,
  constraintValues: limits.constraintValues,
  constraints: limits.constraints,
  environments: limits.environments,
  projects: limits.projects,
  apiTokens: limits.apiTokens,
  segments: limits.segments,
  featureFlags: limits.featureFlags,
  releaseTemplates: limits.releaseTemplates,
})

/**
 * Sets the origins of the frontend API; the next request and the next preflight see them (recorded exchanges
 * frontend-api/*).
 */
export const setCors = ({ frontendOrigins }: { frontendOrigins: FrontendOrigins }) =>
  mutation(contract.setCors, async ({ everything, record, onCommit }, { body }) => {
    if (!body.frontendApiOrigins) return
    body.frontendApiOrigins.forEach(requireOrigin)
    const frontendApiOrigins = [...new Set(body.frontendApiOrigins)]
    await writeSetting(everything, CORS_SETTING, { frontendApiOrigins })
    record({
      type: 'cors-updated',
      data: { name: CORS_SETTING, frontendApiOrigins },
      preData: { name: CORS_SETTING, frontendApiOrigins: [...frontendOrigins.all] },
    })
    onCommit(() => frontendOrigins.set(frontendApiOrigins))
  })

function requireOrigin(origin: string, index: number): void {
  if (!isOrigin(origin)) throw badData(`Invalid origin: ${origin}`, `/body/frontendApiOrigins/${index}`)
}

/** Anybody may send any text: more than this is of no use to whom reads the log. */
const MAX_TEXT = 2000

/**
 * Puts an error that a page met into the log, for whom runs the instance (recorded exchange
 * instance/record-ui-error).
 */
export const uiObservability = query(contract.uiObservability, async ({ caller, logger }, { body }) => {
  const { errorMessage, errorStack = '' } = body
  const ui = { message: errorMessage.slice(0, MAX_TEXT), stack: errorStack.slice(0, MAX_TEXT) }
  logger.warn({ requestId: caller.requestId, user: nameOf(caller.actor), ui }, 'a page met an error')
})
