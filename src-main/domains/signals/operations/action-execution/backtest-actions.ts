import { backtestActions as operation } from '#shared/signals/contract/action-execution.ts'
import type { Request } from '#shared/contract/index.ts'
import type { Backtest } from '#shared/signals/schemas/action-execution.ts'
import { matchFilters } from '#shared/signals/rules/index.ts'
import { preparedDryRun, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { checkedActionSet } from '../../records/actions/action-rules.ts'
import { executeSet } from '../../records/action-execution/execute-set.ts'
import { stateOf } from '../../records/action-execution/execution.ts'
import { missingPermissionFinder } from '../../records/action-execution/missing-permissions.ts'
import {
  readEnabledFlags,
  readSignalsOf,
  type SampleSignal,
} from '../../records/action-execution/sample-signals.read-model.ts'

const MAX_EXAMINED = 1000
const BATCH = 100
const SHOWN = 20

/**
 * Finds the signals of a period that would have started a set, and the effect the set would have now. The set
 * is executed once and rolled back. Signals are read before, in batches, so that a backtest blocks no other
 * request.
 */
export const backtestActions = ({ access }: { access: AccessDirectory }) =>
  preparedDryRun(operation, examineSignals, async (context, { params: { projectId }, body }, examined) => {
    const { queries } = context
    const { actorId, name, actions } = await checkedActionSet(context, projectId, body)
    const before = await readEnabledFlags(queries, projectId)
    const results = await executeSet(context, { project: projectId, actorId, name, actions })
    const after = await readEnabledFlags(queries, projectId)
    const environments = new Set(actions.map((one) => one.executionParams['environment']))
    const lacksOf = await missingPermissionFinder(queries, access, projectId)
    return {
      ...examined,
      state: stateOf(results),
      actions: actions.map(({ action, executionParams }, index) => ({
        action,
        executionParams,
        ...(results[index] ?? { state: 'not started' as const, details: null }),
      })),
      changes: [...after].flatMap(([key, now]) => (before.get(key)?.enabled === now.enabled ? [] : [now])),
      lacks: lacksOf(actorId).filter(({ environment }) => environments.has(environment)),
    }
  })

type Examined = Pick<Backtest, 'examined' | 'isCut' | 'matched' | 'latest'>

async function examineSignals(
  { queries }: Pick<QueryContext | MutationContext, 'queries'>,
  { body: { match, from, to } }: Request<typeof operation>,
): Promise<Examined> {
  const found: Examined = { examined: 0, isCut: false, matched: 0, latest: [] }
  let last: SampleSignal | undefined
  for (;;) {
    const limit = Math.min(BATCH, MAX_EXAMINED - found.examined + 1)
    const signals = await readSignalsOf(queries, { sourceId: match.sourceId, from, to }, limit, last)
    for (const { id, createdAt, payload } of signals) {
      if (found.examined === MAX_EXAMINED) return { ...found, isCut: true }
      found.examined++
      if (!matchFilters(match.payload, payload).matches) continue
      found.matched++
      if (found.latest.length < SHOWN) found.latest.push({ id, createdAt })
    }
    last = signals.at(-1)
    if (signals.length < limit || !last) return found
  }
}
