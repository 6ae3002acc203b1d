import { writeScenarioSource as operation } from '#shared/transfer/contract/scenario.ts'
import { notFound } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import type { ScenarioSource } from '../../records/scenario/scenario-source.ts'
import { writeBack } from '../../records/scenario/write-back.ts'

interface Services {
  tokens: TokenDirectory
  scenarioSource: ScenarioSource | undefined
}

/** Writes the instance back into the scenario file of the settings. The store changes nothing. */
export const writeScenarioSource = ({ tokens, scenarioSource: source }: Services) =>
  preparedMutation(
    operation,
    async (context) => {
      if (!source) throw notFound('The instance was started without a scenario file')
      const written = await writeBack(context, tokens, source)
      context.logger.info(written, 'scenario file written')
      return written
    },
    async (_context, _request, written) => written,
  )
