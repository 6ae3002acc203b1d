import path from 'node:path'

import { domain } from '#main/app/domain.ts'
import { ConfigError, type Config } from '#settings/config.ts'
import * as operations from './operations/index.ts'
import { RemoteInstances } from './remotes/remote-instances.ts'
import { ScenarioSource } from './scenario/scenario-source.ts'

/** Import, export, scenario files and snapshots, and other instances. */
export const transfer = domain(operations, ({ config, operators, sealer }) => ({
  services: { remotes: new RemoteInstances(operators, sealer), scenarioSource: scenarioSourceOf(config) },
}))

/** Finds the scenario file of the settings; undefined: they name none. */
function scenarioSourceOf({ scenarioFile, watchScenario }: Config): ScenarioSource | undefined {
  if (scenarioFile !== undefined) return new ScenarioSource(path.resolve(scenarioFile), watchScenario)
  if (watchScenario) throw new ConfigError('watchScenario: needs scenarioFile (--scenario FILE)')
  return undefined
}
