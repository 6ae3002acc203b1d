import { UNTIL_RESTART, type Override } from '#shared/flags/schemas/override.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { deleteOverride, readOverrides, saveOverride } from './overrides.store.ts'

/** Ends the overrides whose time is over, and those from before the start that hold until then. */
export async function endOverrides(runtime: Runtime, startedAt: Date): Promise<void> {
  const now = runtime.clock.now().toISOString()
  const start = startedAt.toISOString()
  // no transaction where none is due, which is nearly always
  if (!(await isDue(runtime.store.queries, now, start))) return
  await writeAsSystem(runtime, async (context) => {
    for (const override of await readOverrides(context.everything)) {
      const { until, createdAt } = override
      const isOver = until === UNTIL_RESTART ? createdAt < start : until !== null && until <= now
      if (isOver) await endOverride(context, override)
    }
  })
}

async function isDue(queries: Queries, now: string, start: string): Promise<boolean> {
  const due = await queries
    .selectFrom('overrides')
    .select('audience')
    .where((eb) =>
      eb.or([
        eb.and([eb('until', '=', UNTIL_RESTART), eb('created_at', '<', start)]),
        eb.and([eb('until', '!=', UNTIL_RESTART), eb('until', '<=', now)]),
      ]),
    )
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
