import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import { badData } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import {
  addDependency,
  removeDependencies,
  requireDependable,
} from '#domains/flags/dependencies/change-dependencies.ts'
import { disableFeature, enableFeature } from '#domains/flags/features/enable-feature.ts'
import { archiveFlags } from '#domains/flags/features/archive-flags.ts'
import { findFeature, requireActiveFeature } from '#domains/flags/features/features.store.ts'
import { changeVariants, toEnvironmentVariants } from '#domains/flags/variants/change-variants.ts'
import { findVariants } from '#domains/flags/variants/variants.store.ts'
import type { ChangeKind, ChangePlace } from './change-kind.ts'

export const UPDATE_ENABLED: ChangeKind<ChangeOf<'updateEnabled'>> = {
  noun: 'flag',
  target: ({ feature }) => `state of ${feature}`,
  examine: async ({ now }, _place, { payload: { until } }) => {
    if (until !== undefined && until <= now.toISOString())
      throw badData('"until" must be in the future.', '/body/until')
  },
  apply: async (context, place, { payload: { enabled, shouldActivateDisabledStrategies } }) => {
    if (enabled)
      await enableFeature(context, place, { activateDisabled: shouldActivateDisabledStrategies ?? false })
    else await disableFeature(context, place)
  },
}

export const PATCH_VARIANT: ChangeKind<ChangeOf<'patchVariant'>> = {
  noun: 'list of variants',
  target: ({ feature }) => `variants of ${feature}`,
  find: async (queries, { featureName, environment }) => {
    const variants = await findVariants(queries, featureName, environment)
    return variants && { variants }
  },
  examine: async (_context, _place, { payload }) => {
    toEnvironmentVariants(payload.variants)
  },
  apply: async (context, place, { payload }) => {
    const variants = toEnvironmentVariants(payload.variants)
    await changeVariants(context, await flagOf(context.visible, place), place.environment, variants)
  },
}

export const ARCHIVE_FEATURE: ChangeKind<ChangeOf<'archiveFeature'>> = {
  noun: 'flag',
  target: ({ feature }) => `archive ${feature}`,
  apply: async (context, place) => archiveFlags(context, [await flagOf(context.visible, place)]),
}

export const ADD_DEPENDENCY: ChangeKind<ChangeOf<'addDependency'>> = {
  noun: 'parent',
  target: ({ feature, payload }) => `parent ${payload.feature} of ${feature}`,
  find: async (queries, _place, { payload }) => {
    const parent = await findFeature(queries, payload.feature)
    return parent && parent.archivedAt === null ? { feature: parent.name } : undefined
  },
  examine: async ({ visible }, place, { payload }) =>
    requireDependable(visible, await flagOf(visible, place), payload.feature),
  apply: async (context, place, { payload }) =>
    addDependency(context, await flagOf(context.visible, place), {
      parent: payload.feature,
      enabled: payload.enabled ?? true,
      variants: payload.variants ?? [],
    }),
}

export const DELETE_DEPENDENCY: ChangeKind<ChangeOf<'deleteDependency'>> = {
  noun: 'flag',
  target: ({ feature }) => `parents of ${feature}`,
  apply: async (context, place) => removeDependencies(context, await flagOf(context.visible, place)),
}

const flagOf = (queries: Queries, { projectId, featureName }: ChangePlace) =>
  requireActiveFeature(queries, projectId, featureName)
