import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import {
  contextsOf,
  isOfFlag,
  type AccessExpectation,
  type ExpectationInput,
  type ExpectationResult,
  type ExpectationRun,
} from '#shared/insight/schemas/expectation.ts'
import { badData } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { environmentNames } from '#domains/access/access/places.read-model.ts'
import { findFeatures } from '#domains/flags/features/features.store.ts'
import { readExplainedConfiguration } from '../explain/explained-configuration.read-model.ts'
import { toEvaluationSources } from '../explain/explain-flag.ts'
import { checkAccess, readAccessSources, type AccessSources } from './check-access.ts'
import { checkFlag, type FlagSources, type Outcome } from './check-flag.ts'

/** Evaluations of one run: some seconds of processor time. */
const MAX_EVALUATIONS = 2_000_000
/** Evaluations of one check of a write, twice at most: some tenths of a second. */
const MAX_EVALUATIONS_OF_WRITE = 100_000
/** Failures that are explained; the others are only named. */
const MAX_EXPLAINED = 1000
/** Chance of an evaluation, as in the evaluation log. */
export const CHANCE = 0.5

/** Data that expectations are compared with. */
export interface ExpectationSources {
  flagsOf: (environment: string) => FlagSources | undefined
  access: AccessSources | undefined
}

/** Takes expectations in their order, for as long as they evaluate few contexts together: writes wait for a check meanwhile. */
export function withinCost<One extends ExpectationInput>(expectations: readonly One[]): One[] {
  let cost = 0
  return expectations.filter((one) => {
    const own = contextsOf(one)
    if (cost + own > MAX_EVALUATIONS_OF_WRITE) return false
    cost += own
    return true
  })
}

/** Checks expectations against what the queries see, changes of a transaction included. */
export async function runExpectations(
  { now }: Pick<QueryContext, 'now'>,
  queries: Queries,
  expectations: readonly ExpectationInput[],
): Promise<ExpectationRun> {
  requireFewEvaluations(expectations)
  return checkAll(expectations, await readSources(now, queries, expectations))
}

/** Checks expectations in steps. */
export async function checkAll(
  expectations: readonly ExpectationInput[],
  sources: ExpectationSources,
): Promise<ExpectationRun> {
  const turn = new Turn()
  const results: ExpectationResult[] = []
  let failed = 0
  for (const one of expectations) {
    const outcome = await check(one, sources, turn)
    if (!outcome.passed) failed += 1
    const { flag, environment, gate } = one
    results.push({
      name: nameOfExpectation(one),
      ...(flag === undefined ? {} : { flag }),
      ...(environment === undefined ? {} : { environment }),
      ...(gate === undefined ? {} : { gate }),
      ...outcome,
      ...(failed > MAX_EXPLAINED ? { explanation: [] } : {}),
    })
    if (turn.isOver) await turn.pause()
  }
  return { passed: expectations.length - failed, failed, results }
}

async function check(one: ExpectationInput, sources: ExpectationSources, turn: Turn): Promise<Outcome> {
  if (!isOfFlag(one)) {
    if (!sources.access) throw new TypeError('access was not read')
    return checkAccess(one as AccessExpectation, sources.access)
  }
  const flags = sources.flagsOf(one.environment)
  if (flags) return checkFlag(one, flags, turn)
  return { passed: false, message: `there is no environment ${one.environment}`, explanation: [] }
}

function requireFewEvaluations(expectations: readonly ExpectationInput[]): void {
  const count = expectations.reduce((sum, one) => sum + contextsOf(one), 0)
  if (count > MAX_EVALUATIONS)
    throw badData(
      `These expectations evaluate ${count} contexts, and a run at most ${MAX_EVALUATIONS}. Run those of one flag or project, or lower the "count" of their users.`,
      '/body',
    )
}

async function readSources(
  now: Date,
  queries: Queries,
  expectations: readonly ExpectationInput[],
): Promise<ExpectationSources> {
  const ofFlags = expectations.filter(isOfFlag)
  const known = new Set(await environmentNames(queries))
  const environments = new Map<string, FlagSources>()
  for (const [environment, own] of groupRows(ofFlags, (one) => one.environment))
    if (known.has(environment))
      environments.set(
        environment,
        await readFlagSources(now, queries, environment, [...new Set(own.map(({ flag }) => flag))]),
      )
  return {
    flagsOf: (environment) => environments.get(environment),
    access: ofFlags.length === expectations.length ? undefined : await readAccessSources(queries),
  }
}

async function readFlagSources(
  now: Date,
  queries: Queries,
  environment: string,
  flags: readonly string[],
): Promise<FlagSources> {
  const configuration = await readExplainedConfiguration(queries, environment, flags)
  const { features } = configuration
  const missing = flags.filter((name) => !features.has(name))
  const archived = new Map((await findFeatures(queries, missing)).map(({ name, project }) => [name, project]))
  return {
    evaluation: toEvaluationSources(configuration, { now, ids: { random: () => CHANCE } }),
    overridesOf: (flag) => features.get(flag)?.overrides ?? [],
    archivedIn: (flag) => archived.get(flag),
  }
}
