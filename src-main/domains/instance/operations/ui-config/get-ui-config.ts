import { getUiConfig as operation } from '#shared/instance/contract/ui-config.ts'
import { PLAN_FACTS } from '#shared/instance/rules/plans.ts'
import { personOf } from '#kernel/caller.ts'
import type { Limits } from '#kernel/limits.ts'
import { query } from '#kernel/use-case.ts'
import { readPasswordSettings } from '#domains/access/records/single-sign-on/password-settings.ts'
import type { UiConfigSources } from '../../records/ui-config/ui-config-sources.ts'

/**
 * Returns the configuration that pages request first (docs/contract/instance.md#configuration). `latest` and
 * `flags` are empty: Halyard does not check for updates and has no experiments.
 */
export const getUiConfig = (sources: UiConfigSources) =>
  query(operation, async ({ caller: { actor, contract }, limits, everything }) => {
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
