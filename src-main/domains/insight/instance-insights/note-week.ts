import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import { findInstanceWeek, INSTANCE, saveWeek } from './insight-weeks.store.ts'
import { readInstanceFigures, readProjectFigures } from './week-figures.read-model.ts'
import { weekName, weekStart } from './weeks.ts'

/** Notes the figures of the running week: those at its end stay. Reads before it writes, so that no request waits. */
export async function noteWeek(runtime: Runtime): Promise<void> {
  const { store, clock } = runtime
  const now = clock.now()
  const week = weekName(now)
  const from = weekStart(now).toISOString()
  const { queries } = store
  const former = await findInstanceWeek(queries, week)
  const instance = await readInstanceFigures(queries, now, from, former)
  const projects = await readProjectFigures(queries, from)
  const common = { week, date: now.toISOString() }
  await writeAsSystem(runtime, (context) =>
    saveWeek(context.queries, [
      { ...common, project: INSTANCE, figures: instance },
      ...[...projects].map(([project, figures]) => ({ ...common, project, figures })),
    ]),
  )
}
