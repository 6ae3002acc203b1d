import { CONTRACT_VERSION, NEWEST_VERSION } from '#shared/versions/rules/index.ts'
import { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { failsOn, groupCalls, reportAsMarkdown } from '#shared/versions/upgrade-report/index.ts'
import { readWasm } from '../app/read-wasm.ts'
import { readJudgedCalls } from '#domains/versions/upgrade-report/judged-calls.store.ts'
import { type ReportedInstance, reportOf } from '#domains/versions/upgrade-report/report.ts'
import type { VersionRange } from '#domains/versions/upgrade-report/verdicts.ts'
import type { Queries } from '#store/queries.ts'
import { readCopy } from '#store/read-copy.ts'
import { DataFolderInUse } from '#store/store-errors.ts'
import { type CliFiles, OK, printError, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'
import {
  readUpgradeReportOptions,
  UPGRADE_REPORT_USAGE,
  type UpgradeReportOptions,
} from './upgrade-report-options.ts'
import { DEFAULT_URL } from './instance-target.ts'

/** The report has what `--fail-on` names. */
const FOUND = 3

/** Fetches the report of a running instance. Throws an Error that says why there is none. */
async function fetchReport(
  { from, to }: Pick<UpgradeReportOptions, 'from' | 'to'>,
  { url, token }: { url: string; token: string },
): Promise<UpgradeReport> {
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}), format: 'json' })
  const { status, text } = await requestInstance(
    `${url}/api/admin/upgrade-report?${query.toString()}`,
    token,
    {
      hint: 'Use --url, or --data-dir.',
    },
  )
  if (status !== 200) throw new Error(`${url} answers ${status}: ${messageIn(text)}`)
  const report = UpgradeReport.safeParse(asJson(text))
  if (!report.success) throw new Error(`What answers at ${url} is no Halyard that knows this report`)
  return report.data
}

/** `halyard upgrade-report`. Answers the exit status; throws what keeps it from having a report. */
export async function runUpgradeReport(args: readonly string[], { wasmFile }: CliFiles): Promise<number> {
  const asked = readOr(() => readUpgradeReportOptions(args, process.env), UPGRADE_REPORT_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const report =
    'dataDir' in asked.source
      ? await fromData(asked, asked.source, wasmFile)
      : await fetchReport(asked, asked.source)
  printLine(inFormat(report, asked).trimEnd())
  const found = failsOn(asked.failOn, report)
  if (found.length === 0) return OK
  printError(`${found.length} of ${report.calls.length} entries are what --fail-on ${asked.failOn} names.`)
  return FOUND
}

function inFormat(report: UpgradeReport, { format, groupBy }: UpgradeReportOptions): string {
  if (format === 'md') return reportAsMarkdown(report, groupBy)
  const grouped = groupBy === 'call' ? report : { ...report, groups: groupCalls(report.calls, groupBy) }
  return JSON.stringify(grouped, null, 2)
}

/** The report of what is stored, for who has the data and no running instance. */
async function readReport(queries: Queries, asked: VersionRange & ReportedInstance): Promise<UpgradeReport> {
  return reportOf(await readJudgedCalls(queries), asked)
}

async function fromData(
  { from = CONTRACT_VERSION, to = NEWEST_VERSION }: UpgradeReportOptions,
  { dataDir }: { dataDir: string },
  wasmFile: string,
): Promise<UpgradeReport> {
  const wasm = await readWasm(wasmFile)
  const here = { contractVersion: CONTRACT_VERSION, url: DEFAULT_URL }
  try {
    return await readCopy({ dataDir, wasm, now: () => new Date() }, (queries) =>
      readReport(queries, { from, to, ...here }),
    )
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new Error(
      `${error.message}. It is open: ask it, with --url and HALYARD_TOKEN in place of --data-dir.`,
      {
        cause: error,
      },
    )
  }
}
