import { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { requestInstance, asJson, messageOf } from './instance-request.ts'
import type { UpgradeReportOptions } from './upgrade-report-options.ts'

/** Fetches the report of a running instance. Throws an Error that says why there is none. */
export async function fetchReport(
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
  if (status !== 200) throw new Error(`${url} answers ${status}: ${messageOf(text)}`)
  const report = UpgradeReport.safeParse(asJson(text))
  if (!report.success) throw new Error(`What answers at ${url} is no Halyard that knows this report`)
  return report.data
}
