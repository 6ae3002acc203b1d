import { getScenarioSource as operation } from '#shared/transfer/contract/scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import type { ScenarioSource } from '../../records/scenario/scenario-source.ts'
import { changesOf, compareWithSource } from '../../records/scenario/write-back.ts'

interface Services {
  tokens: TokenDirectory
  scenarioSource: ScenarioSource | undefined
}

/** Returns the scenario file of the settings, compared with the instance as it is. */
export const getScenarioSource = ({ tokens, scenarioSource: source }: Services) =>
  query(operation, async (context) => {
    if (!source) return { source: null, changes: null }
    try {
      return { source: source.state, changes: changesOf(await compareWithSource(context, tokens, source)) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { source: { ...source.state, error: source.state.error ?? error.message }, changes: null }
    }
  })
