import { UpgradeReport } from '../../src-shared/versions/schemas/upgrade-report.ts'
import { Outbound } from '../kernel/outbound.ts'
import type { Asked } from './upgrade-report-options.ts'

/** Whoever runs the command names the instance. */
const TO_INSTANCE = new Outbound(
  { allowPrivate: true, allowList: [] },
  { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 },
)

/** The report of a running instance. Throws why there is none, in words. */
export async function askForReport(
  { from, to }: Pick<Asked, 'from' | 'to'>,
  { url, token }: { url: string; token: string },
): Promise<UpgradeReport> {
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}), format: 'json' })
  const { status, text } = await ask(`${url}/api/admin/upgrade-report?${query.toString()}`, token)
  if (status !== 200) throw new Error(`${url} answers ${status}: ${messageOf(text)}`)
  const report = UpgradeReport.safeParse(asJson(text))
  if (!report.success) throw new Error(`What answers at ${url} is no Halyard that knows this report`)
  return report.data
}

async function ask(url: string, token: string): Promise<{ status: number; text: string }> {
  try {
    const response = await TO_INSTANCE.fetch(url, { headers: { authorization: token }, redirect: 'error' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error && cause.message ? cause.message : message
    throw new Error(
      `${new URL(url).origin} does not answer: ${why}. Is Halyard running there? Say --url, or --data-dir.`,
      {
        cause: error,
      },
    )
  }
}

/** Extracts the message of an error response. */
function messageOf(text: string): string {
  const body = asJson(text)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : text.slice(0, 200)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
