import { z } from 'zod'

import { audienceInWords, valueInWords } from '#shared/flags/overrides/override-words.ts'
import { Override, UNTIL_RESTART } from '#shared/flags/schemas/override.ts'
import { getOverrides, removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { asJson, askInstance, REJECTED } from './instance-request.ts'
import { OK, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { OVERRIDE_USAGE, readOverrideOptions, type WantedOverride } from './override-options.ts'

const Overrides = z.object({ overrides: z.array(Override) })

/** `halyard override`. Answers the exit status; throws what keeps it from an answer. */
export async function runOverride(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readOverrideOptions(args, process.env), OVERRIDE_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const { override } = asked
  const text = await askInstance(asked, override ? requestFor(override) : requestOf(getOverrides, {}))
  if (text === undefined) return REJECTED
  printLine(asked.json ? text || 'null' : inWords(text))
  return OK
}

function requestFor({ feature: featureName, project: projectId, value, until, ...place }: WantedOverride) {
  const params = { projectId, featureName, ...place }
  return value === null
    ? requestOf(removeOverride, { params })
    : requestOf(setOverride, { params, body: { ...value, until } })
}

function inWords(text: string): string {
  if (text === '') return 'Removed.'
  const answer = asJson(text)
  const all = Overrides.safeParse(answer)
  if (!all.success) return lineOf(Override.parse(answer))
  return all.data.overrides.length === 0
    ? 'Nothing is overridden.'
    : all.data.overrides.map(lineOf).join('\n')
}

const lineOf = (one: Override): string =>
  `${one.feature} in ${one.environment}: ${valueInWords(one)} for ${audienceInWords(one.audience)}, ` +
  `${untilOf(one)}, by ${one.createdBy}`

const untilOf = ({ until }: Override) =>
  until === null ? 'until it is removed' : until === UNTIL_RESTART ? 'until the next start' : `until ${until}`
