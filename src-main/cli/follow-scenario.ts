import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { ScenarioPlan } from '#shared/transfer/schemas/scenario.ts'
import type { ScenarioSource } from '#domains/transfer/scenario/scenario-source.ts'
import type { Clock } from '#kernel/clock.ts'
import { readStamp, watchFile } from '#runtime/file-watch.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Peers } from '#store/peers.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import { scenarioProblem } from './cli-output.ts'

/** A save is applied after one to two of these periods. */
const WATCH_MS = 250

interface Following {
  acts: Pick<ScenarioActs, 'plan' | 'apply'>
  peers: Pick<Peers, 'inTurn'>
  clock: Clock
  logger: Logger
}

/**
 * Applies the scenario file before the service answers, and then each save of it. Throws if the file cannot be applied at
 * the start; later, the instance stays as it is until the next save. Returns the function that ends it.
 */
export async function followScenario(
  source: ScenarioSource,
  { acts, peers, clock, logger }: Following,
): Promise<() => Promise<void>> {
  const { file } = source
  const applyNow = async () => {
    const plan = await applyFile(file, acts)
    source.noteApplied(clock.now())
    const { created, updated, deleted } = plan
    logger.info({ file, created, updated, deleted }, 'scenario applied')
  }
  const since = await readStamp(file)
  try {
    await peers.inTurn('start', applyNow)
  } catch (error) {
    throw new Error(
      `The scenario file ${file} cannot be applied:\n${scenarioProblem(error, 'unknown error')}`,
      { cause: error },
    )
  }
  if (!source.isWatched) return () => Promise.resolve()
  let last = Promise.resolve()
  const onChange = () => {
    last = last.then(applyNow).catch((error: unknown) => {
      const problem = scenarioProblem(error, 'unknown error')
      source.noteError(problem)
      logger.error({ file, problem }, 'the scenario file is not applied; the instance stays as it is')
    })
  }
  const end = watchFile(file, { since, everyMs: WATCH_MS, onChange })
  return () => {
    end()
    return last
  }
}

/** Applies a file, if that changes anything: an instance that is what the file says can be in maintenance mode. */
async function applyFile(file: string, acts: Following['acts']): Promise<ScenarioPlan> {
  const body = { text: await readFile(file, 'utf8'), file: path.basename(file) }
  const plan = await acts.plan(body)
  return plan.steps.length === 0 ? plan : acts.apply(body)
}
