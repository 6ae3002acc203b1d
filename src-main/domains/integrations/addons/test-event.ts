import { isAll, type AddonFilter } from '#shared/integrations/addons/index.ts'
import { nameOf, userIdOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { DescribedEvent } from '#domains/audit/events/described-events.ts'

/** No event that happens is called so, or has this id: no receiver takes a test for something that happened. */
const TYPE = 'integration-test'
const NO_ID = 0
const MESSAGE = 'This is a test of the integration. Nothing has happened to any flag.'

/**
 * Builds a test event for an integration. It has every field of an event, so that templates can be tried on
 * it.
 */
export function testEventFor(
  { projects, environments }: AddonFilter,
  { caller, now, ids }: Pick<QueryContext, 'caller' | 'now' | 'ids'>,
): DescribedEvent {
  const by = nameOf(caller.actor)
  return {
    id: NO_ID,
    type: TYPE,
    createdBy: by,
    createdByUserId: userIdOf(caller.actor),
    createdAt: now.toISOString(),
    data: { test: true, message: MESSAGE },
    preData: null,
    tags: [{ type: 'simple', value: 'test' }],
    featureName: 'test-flag',
    project: firstOf(projects) ?? 'default',
    environment: firstOf(environments) ?? 'development',
    groupType: 'transaction',
    groupId: ids.ulid(),
    label: 'Test of the integration',
    summary: `**${by}** tests this integration. Nothing has happened to any flag.`,
  }
}

const firstOf = (chosen: readonly string[]) => (isAll(chosen) ? undefined : chosen[0])
