import type { MutationContext } from '#kernel/use-case.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Marks flags that are older than their type is expected to live, each once
 * (docs/contract/flags.md#potentially-stale), and
 * takes the mark off
 * those that are not any more: the lifetime of their type was changed, or the flag itself.
 */
export async function markPotentiallyStale(context: MutationContext): Promise<void> {
  const { everything, now } = context
  const rows = await everything
    .selectFrom('features')
    .innerJoin('feature_types', 'feature_types.id', 'features.type')
    .select([
      'features.name',
      'features.project',
      'features.stale',
      'features.created_at',
      'features.potentially_stale',
      'feature_types.lifetime_days',
    ])
    .where('features.archived_at', 'is', null)
    .where((eb) =>
      eb.or([eb('features.potentially_stale', '=', true), eb('feature_types.lifetime_days', 'is not', null)]),
    )
    .execute()
  for (const { name, project, stale, created_at, potentially_stale, lifetime_days } of rows) {
    const age = now.getTime() - Date.parse(created_at)
    const isOld = !stale && lifetime_days !== null && age > lifetime_days * DAY
    if (isOld === potentially_stale) continue
    await everything
      .updateTable('features')
      .set({ potentially_stale: isOld })
      .where('name', '=', name)
      .execute()
    if (isOld) context.record({ type: 'feature-potentially-stale-on', project, featureName: name })
  }
}
