import { type Runtime, writeAsSystem } from '#kernel/execute.ts'
import type { Queries } from '#store/queries.ts'
import {
  findInstanceWeek,
  INSTANCE,
  type InstanceFigures,
  type ProjectFigures,
  saveWeek,
  type WeekRow,
} from './insight-weeks.store.ts'
import { readInstanceFigures, readProjectFigures } from './week-figures.read-model.ts'
import { weekName, weekStart } from './weeks.ts'

interface Weeks {
  instance: WeekRow<InstanceFigures>[]
  projects: WeekRow<ProjectFigures>[]
}

/**
 * Puts current figures in the place of those that were noted in the running week, up to an hour ago. Evaluations stay as noted:
 * there can be millions of rows.
 */
export async function withThisWeek(
  { visible, everything, now }: { visible: Queries; everything: Queries; now: Date },
  noted: Weeks,
): Promise<Weeks> {
  const [week, date, from] = [weekName(now), now.toISOString(), weekStart(now).toISOString()]
  const isEarlier = (row: { week: string }) => row.week !== week
  const metrics = new Map(
    noted.projects
      .filter((row) => row.week === week)
      .map(({ project, figures }) => [project, figures.metrics]),
  )
  const former = await findInstanceWeek(everything, week)
  const figures = await readInstanceFigures(everything, now, from, former)
  const projects = await readProjectFigures(visible, from, metrics)
  return {
    instance: [...noted.instance.filter(isEarlier), { project: INSTANCE, week, date, figures }],
    projects: [
      ...noted.projects.filter(isEarlier),
      ...[...projects].map(([project, own]) => ({ project, week, date, figures: own })),
    ],
  }
}

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
    saveWeek(context.everything, [
      { ...common, project: INSTANCE, figures: instance },
      ...[...projects].map(([project, figures]) => ({ ...common, project, figures })),
    ]),
  )
}
