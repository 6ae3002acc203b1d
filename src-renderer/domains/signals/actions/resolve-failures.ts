import { api } from '#lib/api.ts'
import { attempt } from '#lib/attempt.ts'
import { counted } from '#ui/figures.ts'
import { notifyDone, notifyRefused } from '#lib/notify.ts'
import { reasonOf } from './cause-words.ts'
import type { Failure } from './failed-queries.ts'

/** Retries one failed execution, and says how that came out. */
export async function retryFailure({ id, project, actionSetName }: Failure): Promise<void> {
  try {
    const params = { projectId: project, id: String(id) }
    const { state, actionSet } = await api.retryFailedAction.mutate({ params })
    if (state === 'success') notifyDone(`${actionSetName} was retried: done`)
    else notifyRefused(`${actionSetName} failed again`, new Error(reasonOf(actionSet)))
  } catch (error) {
    notifyRefused('It was not retried', error)
  }
}

/** Progress of a retry of many. */
export interface RetryProgress {
  done: number
  total: number
}

interface OfSet {
  project: string
  actionSetId: number
  actionSetName: string
}

/** Retries all that failed of a set until now, part by part; `goesOn` answers false to stop between two parts. */
export async function retryAllOf(
  { project, actionSetId, actionSetName }: OfSet,
  onProgress: (progress: RetryProgress) => void,
  goesOn: () => boolean,
): Promise<void> {
  const params = { projectId: project, id: String(actionSetId) }
  let [succeeded, failed] = [0, 0]
  try {
    let upTo: number | undefined
    for (;;) {
      const part = await api.retryFailedActions.mutate({
        params,
        body: upTo === undefined ? {} : { upTo },
      })
      upTo = part.upTo
      succeeded += part.succeeded
      failed += part.failed
      onProgress({ done: succeeded + failed, total: succeeded + failed + part.left })
      if (part.left === 0 || part.succeeded + part.failed === 0 || !goesOn()) break
    }
    const all = `${actionSetName}: ${counted(succeeded, 'retry', 'retries')} done`
    if (failed === 0) notifyDone(all)
    else notifyRefused(`${all}, ${failed} failed again`, new Error('The reasons are in the list.'))
  } catch (error) {
    notifyRefused('Not all failed executions were retried', error)
  }
}

/** Dismisses one failed execution, or all of a set. */
export async function dismissFailures(
  project: string,
  what: { ids: number[] } | { actionSetId: number },
): Promise<void> {
  const params = { projectId: project }
  await attempt('It was not dismissed', () => api.dismissFailedActions.mutate({ params, body: what }))
}
