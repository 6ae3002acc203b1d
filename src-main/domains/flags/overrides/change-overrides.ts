import type { Override } from '#shared/flags/schemas/override.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { deleteOverride, readOverrides, saveOverride } from './overrides.store.ts'

/** Ends the overrides whose time is over. */
export async function endOverrides(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().toISOString()
  // no transaction where none is due, which is nearly always
  if (!(await isDue(runtime.store.queries, now))) return
  await writeAsSystem(runtime, async (context) => {
    for (const override of await readOverrides(context.everything))
      if (override.until !== null && override.until <= now) await endOverride(context, override)
  })
}

async function isDue(queries: Queries, now: string): Promise<boolean> {
  const due = await queries
    .selectFrom('overrides')
    .select('audience')
    .where('until', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Writes an override in the place of the former one for its audience, and records it. */
export async function putOverride(
  context: MutationContext,
  override: Override,
  before: Override | undefined,
): Promise<void> {
  await saveOverride(context.everything, override)
  context.record({
    type: 'feature-override-set',
    featureName: override.feature,
    project: override.project,
    environment: override.environment,
    data: { ...override },
    ...(before ? { preData: { ...before } } : {}),
  })
}

/** Deletes an override, and records who ended it. */
export async function endOverride(context: MutationContext, override: Override): Promise<void> {
  await deleteOverride(context.everything, override)
  context.record({
    type: 'feature-override-removed',
    featureName: override.feature,
    project: override.project,
    environment: override.environment,
    preData: { ...override },
  })
}
