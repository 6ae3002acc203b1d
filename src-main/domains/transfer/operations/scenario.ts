import type { z } from 'zod'

import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { mutation, preparedMutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/transfer/contract/scenario.ts'
import { detail } from '#shared/errors/error-table.ts'
import { readExpectations } from '#domains/insight/expectations/expectations.store.ts'
import { runExpectations } from '#domains/insight/expectations/run-expectations.ts'
import { exportItems } from '../scenario-export/export-items.ts'
import { planFile, toPlan, planRead, wayOf } from '../scenario/plan-file.ts'
import { scenarioJsonSchema } from '../scenario/scenario-json-schema.ts'
import type { ScenarioSource } from '../scenario/scenario-source.ts'
import { changesOf, compareWithSource, renewText, writeBack } from '../scenario/write-back.ts'
import { writeScenario } from '../scenario/write-scenario.ts'
import type { ScenarioFile } from '#shared/transfer/schemas/scenario.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import { applySteps } from '../scenario-steps/apply-steps.ts'
import { Apply } from '../scenario-steps/step-performer.ts'

/** Plans what a scenario file asks for (ADR 43). */
export const planScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  query(contract.planScenario, async (context, { body }) =>
    toPlan((await planFile(context, tokens, body)).steps),
  )

/** Makes the instance what a scenario file says, by the operations that everybody uses (ADR 43). */
export const applyScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  mutation(contract.applyScenario, async (context, { body }) =>
    toPlan(await applyFile(context, tokens, body)),
  )

/**
 * Plans a file, performs the plan in this transaction, and checks that nothing is left to do. Throws, with nothing
 * changed, if the instance would not be what the file says.
 */
async function applyFile(
  context: MutationContext,
  tokens: TokenDirectory,
  file: z.output<typeof ScenarioFile>,
): Promise<PlannedStep[]> {
  const { steps, current, read } = await planFile(context, tokens, file)
  if (steps.length === 0) {
    if (file.test) await requireExpected(context)
    return []
  }
  await applySteps(new Apply(context, tokens, current.ids), steps, current.items.projects ?? [])
  // tokens in memory change after the commit: they are what they were
  const { apiTokens: _apiTokens, ...scenario } = read.scenario
  const left = await planRead(context, tokens, { ...read, scenario }, wayOf(file, read))
  requireNothing(left.steps)
  if (file.test) await requireExpected(context)
  return steps
}

/** Failures that an error names. */
const MAX_NAMED = 100

/** Throws if an expectation of the instance fails in this transaction, with the reasons. */
async function requireExpected(context: MutationContext): Promise<void> {
  const all = await readExpectations(context.everything, { withAccess: true })
  const { failed, results } = await runExpectations(context, context.everything, all)
  if (failed === 0) return
  const failures = results
    .filter(({ passed }) => !passed)
    .slice(0, MAX_NAMED)
    .map(({ name, message, explanation }) => `${name}: ${[message, ...explanation].join(' ')}`)
  const one = failed === 1 ? '1 expectation' : `${failed} expectations`
  const refused = `${one} would fail, so nothing was changed`
  throw new AppError('ConflictError', `${refused}: ${failures[0] ?? ''}`, {
    details: [refused, ...failures].map((text) => detail(text, '/body/test')),
  })
}

function requireNothing(steps: readonly PlannedStep[]): void {
  if (steps.length === 0) return
  const named = steps
    .slice(0, 5)
    .map(({ list, name, changes }) => `${list}/${name} ${changes.map(({ path }) => path).join(', ')}`.trim())
  throw new AppError(
    'ConflictError',
    `The instance would not be what the file says, so nothing was changed: ${named.join('; ')}. This cannot be set in a file: remove it, or use the value that the instance has.`,
  )
}

/** Exports the instance as a scenario file. Its order depends on nothing but what is in it. */
export const exportScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  query(
    contract.exportScenario,
    async ({ visible }, { query: { format = 'yaml', secrets = false, signals = false } }) => ({
      format,
      text: await writeScenario(await exportItems(visible, tokens, { secrets, signals }), format),
    }),
  )

/** Changes the text of a scenario file into what the instance is, for a client that has the file. */
export const renewScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  query(contract.renewScenario, (context, { body }) => renewText(context, tokens, body))

interface Services {
  tokens: TokenDirectory
  scenarioSource: ScenarioSource | undefined
}

/** Returns the scenario file of the settings, compared with the instance as it is. */
export const getScenarioSource = ({ tokens, scenarioSource: source }: Services) =>
  query(contract.getScenarioSource, async (context) => {
    if (!source) return { source: null, changes: null }
    try {
      return { source: source.state, changes: changesOf(await compareWithSource(context, tokens, source)) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { source: { ...source.state, error: source.state.error ?? error.message }, changes: null }
    }
  })

/** Writes the instance back into the scenario file of the settings. The store changes nothing. */
export const writeScenarioSource = ({ tokens, scenarioSource: source }: Services) =>
  preparedMutation(
    contract.writeScenarioSource,
    async (context) => {
      if (!source) throw notFound('The instance was started without a scenario file')
      const written = await writeBack(context, tokens, source)
      context.logger.info(written, 'scenario file written')
      return written
    },
    async (_context, _request, written) => written,
  )

/** Returns the schema of scenario files. It is made with the first request. */
export const getScenarioSchema = () => {
  let schema: Record<string, unknown> | undefined
  return query(contract.getScenarioSchema, async () => (schema ??= scenarioJsonSchema()))
}
