import { getOverrides } from '#shared/flags/contract/overrides.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'
import type { Strategy } from '#shared/flags/schemas/strategy.ts'
import type { Override } from '#shared/flags/schemas/override.ts'
import { readAudience } from '#shared/flags/overrides/apply-overrides.ts'
import { audienceInWords } from '#shared/flags/overrides/override-words.ts'
import { attempt } from '#lib/attempt.ts'

/** Query of all overrides; other services have none. */
export const overridesQuery = () => ({
  queryKey: keys.overrides,
  queryFn: () => api.getOverrides.query({}),
  enabled: isOffered(getOverrides),
})

/** Query of the overrides of a flag in an environment. */
export const overridesOfFlag = (feature: string, environment: string) => ({
  ...overridesQuery(),
  select: ({ overrides }: Awaited<ReturnType<typeof api.getOverrides.query>>) =>
    overrides.filter((one) => one.feature === feature && one.environment === environment),
})

/** Makes the text of a flag's strategies that an override begins with. A flag without any begins with a gradual rollout. */
export function strategiesToEdit(own: readonly Strategy[], flag: string): string {
  const enabled = own.filter(({ disabled }) => !disabled)
  const strategies = enabled.map(({ name, title, constraints, parameters, variants, segments }) => ({
    name,
    ...(title === null ? {} : { title }),
    parameters,
    constraints,
    variants,
    segments,
  }))
  const rollout = { rollout: '50', stickiness: 'default', groupId: flag }
  const shown = strategies.length > 0 ? strategies : [{ name: 'flexibleRollout', parameters: rollout }]
  return JSON.stringify(shown, null, 2)
}

/** Members of a request of the playground that has a token or a header which overrides are for. */
export function requestOf(audience: string): { token?: string; overlay?: string } {
  const { kind, value } = readAudience(audience)
  return kind === 'token' ? { token: value } : kind === 'header' ? { overlay: value } : {}
}

type Place = Pick<Override, 'feature' | 'project' | 'environment' | 'audience'>

/** Removes an override; says so, or why not. */
export const endOverride = ({ feature, project, environment, audience }: Place): Promise<boolean> =>
  attempt(
    "Couldn't remove the override",
    () =>
      api.removeOverride.mutate({
        params: { projectId: project, featureName: feature, environment, audience },
      }),
    `The override of ${feature} for ${audienceInWords(audience)} is removed`,
  )
