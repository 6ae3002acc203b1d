import { getOverrides } from '#shared/flags/contract/overrides.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

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
