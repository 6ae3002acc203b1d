import { groupRows } from '#store/group-rows.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Entry of a flag into a stage. */
export interface StageEntry {
  name: string
  type: string
  isArchived: boolean
  stage: string
  enteredAt: string
}

/** Reads the stages of all flags, or of those in some projects, flag by flag and oldest first, some flags at a time. */
export async function* stageEntries(
  queries: Queries,
  projects: readonly string[] | undefined,
): AsyncGenerator<StageEntry[]> {
  const flags = await queries
    .selectFrom('features')
    .select(['name', 'type', 'archived_at'])
    .$if(projects !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), projects ?? [])))
    .execute()
  const known = new Map(flags.map((one) => [one.name, one]))
  for await (const names of inFlagBatches([...known.keys()])) {
    const rows = await queries
      .selectFrom('feature_lifecycle_stages')
      .select(['feature_name as name', 'stage', 'entered_at as enteredAt'])
      .where((eb) => inList(eb.ref('feature_name'), names))
      .orderBy('entered_at')
      .execute()
    const entries = rows.flatMap((row) => {
      const flag = known.get(row.name)
      return flag ? [{ ...row, type: flag.type, isArchived: flag.archived_at !== null }] : []
    })
    for (const ofFlag of groupRows(entries, ({ name }) => name).values()) yield ofFlag
  }
}
