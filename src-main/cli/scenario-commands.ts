import path from 'node:path'

import type { z } from 'zod'

import {
  ExportedScenario,
  ScenarioPlan,
  tooLongProblem,
  type ScenarioFile,
} from '#shared/transfer/schemas/scenario.ts'
import { renewScenario } from '#shared/transfer/contract/scenario.ts'
import { RenewedScenario, type SourceChanges } from '#shared/transfer/schemas/scenario-source.ts'
import type { Backend } from '../app/backend.ts'
import { OK, printLine, readOr, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { commitFile, findOnBranch, pushBranch, type BranchFile } from './git-branch.ts'
import { readNamedFile } from './read-named-file.ts'
import { askInstance, within, type RunningInstance } from './instance-place.ts'
import type { ScenarioActs } from './scenario-acts.ts'
import {
  APPLY_USAGE,
  EXPORT_USAGE,
  PLAN_USAGE,
  readApplyOptions,
  readExportOptions,
  type CommitOptions,
} from './scenario-options.ts'
import { applyLong, planLong, readLong } from './long-scenario.ts'
import { PlanAccount } from './plan-account.ts'

/** Status of `apply --plan` if there is something to do; scripts that wait for it must not get it for a typing error. */
const HAS_CHANGES = 2
const APPLY_USAGE_ERROR = 3
const ACTS = { over, in: ({ scenario }: Backend) => scenario }

/** `halyard apply`. Returns the exit status. Throws what keeps it from running. */
export const runApply = (args: readonly string[], files: CliFiles): Promise<number> =>
  applyOrPlan(args, files, APPLY_USAGE)

/** `halyard plan`: what `apply --plan` does, by a name of its own. */
export const runPlan = (args: readonly string[], files: CliFiles): Promise<number> =>
  applyOrPlan(['--plan', ...args], files, PLAN_USAGE)

async function applyOrPlan(args: readonly string[], files: CliFiles, usage: string): Promise<number> {
  const options = readOr(() => readApplyOptions(args, process.env), usage)
  if (options === undefined) return APPLY_USAGE_ERROR
  const { file, planOnly, prune, test, json, markdown, place } = options
  const text = await readNamedFile(file)
  const problem = tooLongProblem(file, text.length)
  if (problem !== undefined && test) throw new Error(`--test checks a file as a whole: ${problem}`)
  const long = problem === undefined ? undefined : await readLong(text, { file, prune, problem })
  const body = { text, file, ...(prune ? { prune } : {}), ...(test ? { test } : {}) }
  return within(place, files, ACTS, async (acts) => {
    const account = new PlanAccount({ format: json ? 'json' : markdown ? 'markdown' : 'text' })
    if (long !== undefined) await (planOnly ? planLong(acts, long, account) : applyLong(acts, long, account))
    else account.add(planOnly ? await acts.plan(body) : await acts.apply(body))
    printLine(account.asText({ isDone: !planOnly }))
    return planOnly && account.steps > 0 ? HAS_CHANGES : OK
  })
}

/** `halyard export`. Returns the exit status. Throws what keeps it from running. */
export async function runExport(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readExportOptions(args, process.env), EXPORT_USAGE)
  if (options === undefined) return USAGE_ERROR
  const { format, secrets, signals, commit, place } = options
  // before the instance is asked: what keeps it from a commit is known at once
  const at = commit && (await findOnBranch(commit.file, commit.branch))
  return within(place, files, ACTS, async (acts) => {
    if (at) return commitScenario(acts, at, commit)
    printLine((await acts.export({ format, secrets, signals })).text.trimEnd())
    return OK
  })
}

/** Writes what has changed at the instance into a file of a branch, as a commit. Returns the exit status. */
async function commitScenario(acts: ScenarioActs, at: BranchFile, options: CommitOptions): Promise<number> {
  const { file, branch, message, push } = options
  const renewed =
    at.text === undefined ? undefined : await acts.renew({ text: at.text, file: path.basename(file) })
  const commit = await commitFile(at, renewed?.text ?? (await exportFor(acts, file)), message)
  if (commit === undefined) printLine(`Nothing to commit: ${file} on ${branch} is what the instance is.`)
  else
    printLine(`Committed ${commit.slice(0, SHORT_COMMIT)} to ${branch}: ${changesInWords(renewed?.changes)}.`)
  if (commit !== undefined && renewed?.keptComments === false)
    printLine(`Comments of ${file} are gone: it is longer than 200 KB, or has aliases.`)
  if (push && (commit ?? at.tip) !== undefined) printLine(`Pushed ${branch} to ${await pushBranch(at)}.`)
  return OK
}

const SHORT_COMMIT = 12

const exportFor = async (acts: ScenarioActs, file: string): Promise<string> => {
  const format = path.extname(file) === '.json' ? 'json' : 'yaml'
  return (await acts.export({ format, secrets: false, signals: false })).text
}

const changesInWords = (changes: SourceChanges | undefined): string =>
  changes
    ? `${changes.added} added, ${changes.changed} changed, ${changes.removed} removed`
    : 'a new file with the whole instance'

function over(place: RunningInstance): ScenarioActs {
  const ask = <S extends z.ZodType>(schema: S, at: string, body?: object) =>
    askInstance(place, {
      path: `/api/admin/scenario${at}`,
      schema,
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
  return {
    plan: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/plan', file),
    apply: (file: z.input<typeof ScenarioFile>) => ask(ScenarioPlan, '/apply', file),
    renew: (file) =>
      askInstance(place, { path: renewScenario.path, schema: RenewedScenario, method: 'POST', body: file }),
    export: ({ format, secrets, signals }) =>
      ask(ExportedScenario, `?format=${format}&secrets=${String(secrets)}&signals=${String(signals)}`),
  }
}
