import { readAudience } from '#shared/flags/overrides/apply-overrides.ts'
import {
  MAX_OVERRIDES_OF_FLAG,
  type Override,
  type OverrideStrategy,
  type OverrideStrategyInput,
} from '#shared/flags/schemas/override.ts'
import { AppError, badData, relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { detail } from '#shared/errors/error-table.ts'
import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { checkStrategy, readTargeting } from '../strategies/strategy-rules.ts'
import { completeParameters, toConstraints, toVariants } from '../strategies/strategy.ts'

type Place = Pick<Override, 'feature' | 'project' | 'environment' | 'audience'>

/** Completes the strategies of an override, by all the rules of those of its flag. Errors name their place below `at`. */
export async function checkedStrategies(
  context: MutationContext,
  { project, feature }: Pick<Place, 'project' | 'feature'>,
  drafts: readonly OverrideStrategyInput[],
  at = '/body/strategies',
): Promise<OverrideStrategy[]> {
  const { limits } = context
  const max = limits.featureEnvironmentStrategies
  if (drafts.length > max) throw badData(`An override may not have more than ${max} strategies`, at)
  const { defaultStickiness: stickiness } = await requireActiveProject(context.everything, project)
  const strategies = drafts.map(
    ({ name, title, constraints, parameters, variants, segments }): OverrideStrategy => ({
      name,
      title: title ?? null,
      constraints: toConstraints(constraints),
      parameters: completeParameters(name, parameters ?? {}, { flag: feature, stickiness }),
      variants: toVariants(variants),
      segments: [...new Set(segments)],
    }),
  )
  const targeting = await readTargeting(context, strategies)
  for (const [index, strategy] of strategies.entries())
    try {
      checkStrategy(context, targeting, project, strategy)
    } catch (error) {
      throw relocated(error, `${at}/${index}`)
    }
  return strategies
}

/** Throws 400 for a token that never asks for the flag. */
export async function requireToken({ everything }: MutationContext, place: Place): Promise<void> {
  if (await canAsk(everything, place)) return
  // the name is not repeated: it may be a secret
  throw badData(`No API token for ${place.project} in ${place.environment} has this name`, '/params/audience')
}

/** Checks that the token of an audience exists, and has the environment and the project of the flag. */
export async function canAsk(
  everything: Queries,
  { project, environment, audience }: Place,
): Promise<boolean> {
  const { kind, value } = readAudience(audience)
  if (kind !== 'token') return true
  const found = await everything
    .selectFrom('api_tokens as t')
    .leftJoin('api_token_projects as p', 'p.secret', 't.secret')
    .select('t.token_name')
    .where('t.token_name', '=', value)
    .where('t.environment', '=', environment)
    .where('t.type', '!=', 'admin')
    .where((eb) => eb.or([eb('p.project', 'is', null), eb('p.project', '=', project)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Throws 400 if the overrides of a flag in an environment would have too many strategies together. */
export function requireFewStrategies(override: Override, others: readonly Override[]): void {
  const count = (one: Override) => one.strategies?.length ?? 0
  const all = others
    .filter(({ audience }) => audience !== override.audience)
    .reduce((sum, one) => sum + count(one), count(override))
  if (override.strategies === null || all <= MAX_OVERRIDES_OF_FLAG) return
  const message = `The overrides of a flag in an environment may not have more than ${MAX_OVERRIDES_OF_FLAG} strategies together`
  throw new AppError('ExceedsLimitError', message, { details: [detail(message, '/body/strategies')] })
}
