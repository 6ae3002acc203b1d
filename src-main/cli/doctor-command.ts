import { diagnose, examine } from '#shared/clients/doctor/diagnose.ts'
import { diagnosisAsText } from '#shared/clients/doctor/diagnosis-as-text.ts'
import { Diagnosis, MAX_DOCTOR_TEXT } from '#shared/clients/schemas/diagnosis.ts'
import { requestInstance, asJson, messageIn } from './instance-request.ts'
import { readOr, OK, printLine, USAGE_ERROR } from './cli-output.ts'
import { DOCTOR_USAGE, readDoctorOptions } from './doctor-options.ts'

/** A problem or a warning was found. */
const FOUND = 3
const UNRECOGNISED = 4

const STATUS_OF = { fine: OK, problem: FOUND, warning: FOUND, unrecognised: UNRECOGNISED } as const

/** `halyard doctor`. Answers the exit status; throws what keeps it from an answer. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readDoctorOptions(args, process.env), DOCTOR_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const text = asked.text ?? (await readInput())
  const diagnosis = asked.source ? await ask(text, asked.source) : diagnose(examine(text))
  printLine(asked.json ? JSON.stringify(diagnosis, null, 2) : diagnosisAsText(diagnosis))
  return STATUS_OF[diagnosis.verdict]
}

async function ask(text: string, source: { url: string; token: string }): Promise<Diagnosis> {
  const answer = await requestInstance(`${source.url}/api/admin/doctor`, source.token, {
    method: 'POST',
    body: JSON.stringify({ text }),
    hint: 'Use --instance.',
  })
  if (answer.status !== 200)
    throw new Error(`${source.url} answers ${answer.status}: ${messageIn(answer.text)}`)
  const diagnosis = Diagnosis.safeParse(asJson(answer.text))
  if (!diagnosis.success) throw new Error(`What answers at ${source.url} is not a Halyard with a doctor`)
  return diagnosis.data
}

/** Reads standard input, as much of it as is examined. */
async function readInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > MAX_DOCTOR_TEXT) break
  }
  return text.slice(0, MAX_DOCTOR_TEXT)
}
