import type { MutationContext } from '#kernel/use-case.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import {
  readContents,
  readPlaces,
  replaceContents,
  saveSource,
  type MirrorSource,
} from './mirror-sources.store.ts'
import { addPlaces, removeFlags, writeFlags, writeSegments } from './mirrored-flags.store.ts'
import type { UpstreamAnswer, UpstreamFlag } from './upstream-answer.ts'

/** Flags that have an event each; more are told of together. */
const MAX_TOLD = 500

/** Makes the flags of a source's environment what the upstream answered: all of it, or nothing. Returns the source, with the time of a change. */
export async function applyAnswer(
  context: MutationContext,
  source: MirrorSource,
  { features, segments }: UpstreamAnswer,
): Promise<{ source: MirrorSource; changed: number; removed: number }> {
  const { everything: queries, ids, now } = context
  const { environment } = source
  const before = await readContents(queries, source.id)
  const contents = new Map(
    await mapInSteps(features, (flag) => [flag.name, { flag, content: JSON.stringify(flag) }] as const),
  )
  const changed = [...contents.values()].filter(({ flag, content }) => before.get(flag.name) !== content)
  const gone = [...before.keys()].filter((name) => !contents.has(name))
  const flags = changed.map(({ flag }) => flag)
  const at = now.toISOString()

  const projects = new Set(flags.map(({ project }) => project ?? 'default'))
  for (const project of source.projects) if (project !== '*') projects.add(project)
  await addPlaces(queries, [...projects], { environment, at })
  const segmentsChanged = await writeSegments(queries, segments, { at })
  await writeFlags(queries, flags, { environment, ids, at })
  const isChange = flags.length > 0 || gone.length > 0 || segmentsChanged
  const answered = isChange ? { ...source, changedAt: at } : source
  await saveSource(queries, answered)
  await replaceContents(queries, source.id, {
    changed: new Map(changed.map(({ flag, content }) => [flag.name, content])),
    gone,
  })
  const places = await readPlaces(queries, gone)
  // another token may still get them
  const left = gone.filter((name) => places.get(name)?.has(environment) !== true)
  await removeFlags(queries, {
    environment,
    there: left,
    nowhere: gone.filter((name) => places.get(name)?.size === 0),
  })
  record(context, source, { before, flags, gone: left, segmentsChanged })
  return { source: answered, changed: flags.length, removed: left.length }
}

interface Difference {
  before: ReadonlyMap<string, string>
  flags: readonly UpstreamFlag[]
  gone: readonly string[]
  segmentsChanged: boolean
}

function record(
  context: MutationContext,
  { environment }: MirrorSource,
  { before, flags, gone, segmentsChanged }: Difference,
): void {
  const parsed = (name: string) => {
    const content = before.get(name)
    return content === undefined ? undefined : (JSON.parse(content) as UpstreamFlag)
  }
  const count = flags.length + gone.length
  if (before.size === 0 || count > MAX_TOLD || segmentsChanged) {
    if (count > 0 || segmentsChanged)
      context.record({
        type: 'mirror-synchronised',
        environment,
        data: { flags: flags.length, removed: gone.length },
      })
    if (before.size === 0 || count > MAX_TOLD) return
  }
  for (const flag of flags) {
    const preData = parsed(flag.name)
    context.record({
      type: 'mirrored-flag-changed',
      featureName: flag.name,
      project: flag.project ?? 'default',
      environment,
      data: { ...flag },
      ...(preData ? { preData } : {}),
    })
  }
  for (const name of gone) {
    const preData = parsed(name)
    context.record({
      type: 'mirrored-flag-removed',
      featureName: name,
      project: preData?.project ?? 'default',
      environment,
      ...(preData ? { preData } : {}),
    })
  }
}
