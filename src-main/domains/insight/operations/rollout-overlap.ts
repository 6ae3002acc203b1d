import { environmentExists } from '#domains/access/access/places.read-model.ts'
import type { ClientApi } from '#domains/clients/client-api/client-api.ts'
import type { EnvironmentConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { badData } from '#kernel/app-error.ts'
import { query, type QueryContext } from '#kernel/use-case.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import * as contract from '#shared/insight/contract/rollout-overlap.ts'
import { compareFlags, compareShares } from '../rollout-overlap/compare-two-flags.ts'
import { findOverlap } from '../rollout-overlap/find-overlap.ts'

/** Lists rollouts that share their users, and compares two flags (ADR 89). */
export const getRolloutOverlap = ({ clientApi }: { clientApi: ClientApi }) =>
  query(contract.getRolloutOverlap, async (context, { params: { projectId }, query: asked }) => {
    const { visible, hidden } = context
    const { environment, feature, other, groupId } = asked
    if (other !== undefined && feature === undefined)
      throw badData('Name the flag to compare it with.', '/query/feature')
    await requireProject(visible, projectId)
    if (!(await environmentExists(visible, environment)))
      throw badData(`There is no environment ${environment}.`, '/query/environment')
    const configuration = await clientApi.configuration.of(environment)
    const one = requireFlag(configuration, context, feature, '/query/feature')
    if (one && one.project !== projectId)
      throw badData(`The project has no flag ${one.name} in ${environment}.`, '/query/feature')
    const compared = requireFlag(configuration, context, other, '/query/other')
    return {
      ...(await findOverlap(configuration, { environment, feature, groupId, project: projectId, hidden })),
      pairs: one && compared ? compareFlags(one, compared) : [],
      comparison: one && compared ? compareShares(one, compared) : null,
    }
  })

/** Finds a flag that the caller sees, if one is named; else 400, at the parameter that names it. */
function requireFlag(
  { features }: EnvironmentConfiguration,
  { hidden }: Pick<QueryContext, 'hidden'>,
  name: string | undefined,
  path: string,
): ClientFeature | undefined {
  if (name === undefined) return undefined
  const feature = features.get(name)?.feature
  if (!feature || hidden.has(feature.project)) throw badData(`There is no flag ${name} there.`, path)
  return feature
}
