import { UpgradeReport } from '../../src-shared/versions/schemas/upgrade-report.ts'
import { askInstance, asJson, messageOf } from './ask-instance.ts'
import type { Asked } from './upgrade-report-options.ts'

/** The report of a running instance. Throws why there is none, in words. */
export async function askForReport(
  { from, to }: Pick<Asked, 'from' | 'to'>,
  { url, token }: { url: string; token: string },
): Promise<UpgradeReport> {
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}), format: 'json' })
  const { status, text } = await askInstance(`${url}/api/admin/upgrade-report?${query.toString()}`, token, {
    hint: 'Say --url, or --data-dir.',
  })
  if (status !== 200) throw new Error(`${url} answers ${status}: ${messageOf(text)}`)
  const report = UpgradeReport.safeParse(asJson(text))
  if (!report.success) throw new Error(`What answers at ${url} is no Halyard that knows this report`)
  return report.data
}
