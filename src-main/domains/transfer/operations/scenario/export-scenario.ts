import { exportScenario as operation } from '#shared/transfer/contract/scenario.ts'
import { query } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { exportItems } from '../../records/scenario-export/export-items.ts'
import { writeScenario } from '../../records/scenario/write-scenario.ts'

/** Exports the instance as a scenario file. Its order depends on nothing but what is in it. */
export const exportScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  query(operation, async ({ queries }, { query: { format = 'yaml', secrets = false, signals = false } }) => ({
    format,
    text: await writeScenario(await exportItems(queries, tokens, { secrets, signals }), format),
  }))
