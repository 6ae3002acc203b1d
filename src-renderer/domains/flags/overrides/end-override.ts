import type { Override } from '#shared/flags/schemas/override.ts'
import { audienceInWords } from '#shared/flags/overrides/override-words.ts'
import { api } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'

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
