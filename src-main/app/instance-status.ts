import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import type { MaintenanceMode } from '#domains/instance/instance/maintenance-mode.ts'
import type { ScenarioSource } from '#domains/transfer/scenario/scenario-source.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'
import type { Store } from '#store/store.ts'
import type { Config } from '#settings/config.ts'

interface Dependencies {
  store: Pick<Store, 'status'>
  config: Pick<Config, 'contract' | 'strict' | 'dataDir'>
  maintenance: Pick<MaintenanceMode, 'isOn'>
  loop: Pick<LoopWatch, 'lagMs' | 'longTurn'>
  scenarioSource: Pick<ScenarioSource, 'state'> | undefined
}

/** Describes the state of the instance, which listens at `url`. */
export function statusOf(
  { store, config, maintenance, loop, scenarioSource }: Dependencies,
  url: string | null,
): InstanceStatus {
  const { database, writable, failure, lastDurableAt } = store.status
  return {
    url,
    contractVersion: config.contract,
    strict: config.strict ?? null,
    dataDir: config.dataDir,
    database,
    maintenance: maintenance.isOn,
    writable,
    failure,
    lastDurableAt,
    lagMs: loop.lagMs,
    longTurn: loop.longTurn,
    scenarioFails: (scenarioSource?.state.error ?? null) !== null,
  }
}
