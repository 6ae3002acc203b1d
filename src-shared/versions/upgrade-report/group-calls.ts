import type { GroupBy, JudgedCall, JudgedCaller, ReportGroup } from '../schemas/upgrade-report.ts'

type Other = Exclude<GroupBy, 'call'>

const NAMES: Record<Other, (caller: JudgedCaller) => string> = {
  application: ({ appName }) => appName ?? 'No application named',
  caller: ({ name, kind }) => `${name} (${kind.replaceAll('-', ' ')})`,
  sdk: ({ sdk }) => sdk ?? 'No SDK or program named',
}

/** The entries put together by who is concerned: each with its own callers alone. Who makes most calls that fail is first. */
export function groupCalls(calls: readonly JudgedCall[], by: Other): ReportGroup[] {
  const nameOf = NAMES[by]
  const names = new Set(calls.flatMap(({ callers }) => callers.map(nameOf)))
  return [...names]
    .map((name) => ({
      name,
      calls: calls.flatMap((call) => {
        const callers = call.callers.filter((caller) => nameOf(caller) === name)
        return callers.length === 0 ? [] : [withCallers(call, callers)]
      }),
    }))
    .sort(
      (a, b) =>
        sumOf(b, 'failing') - sumOf(a, 'failing') ||
        sumOf(b, 'count') - sumOf(a, 'count') ||
        (a.name < b.name ? -1 : 1),
    )
}

function withCallers(call: JudgedCall, callers: JudgedCaller[]): JudgedCall {
  const count = callers.reduce((sum, caller) => sum + caller.count, 0)
  return { ...call, callers, count, failing: call.failing === 0 ? 0 : count }
}

const sumOf = ({ calls }: ReportGroup, what: 'failing' | 'count') =>
  calls.reduce((sum, call) => sum + call[what], 0)
