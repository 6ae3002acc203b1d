import { findResultChanges } from '#shared/insight/contract/explain.ts'
import { causeInWords, changeInWords, outcomeInWords } from '#shared/insight/result-changes/change-words.ts'
import { ResultChanges, type ResultChange } from '#shared/insight/schemas/result-changes.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { OK, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { asJson, askInstance, REJECTED } from './instance-request.ts'
import { readWhyOptions, WHY_USAGE, type WhyOptions } from './why-options.ts'

/** `halyard why`. Answers the exit status; throws what keeps it from an answer. */
export async function runWhy(args: readonly string[]): Promise<number> {
  const asked = readOr(() => readWhyOptions(args, process.env), WHY_USAGE)
  if (asked === undefined) return USAGE_ERROR
  const text = await askInstance(asked, requestOf(findResultChanges, { body: asked.search }))
  if (text === undefined) return REJECTED
  const found = ResultChanges.safeParse(asJson(text))
  if (!found.success) throw new Error(`What answers at ${asked.url} is not a Halyard that knows its past`)
  printLine(asked.json ? JSON.stringify(found.data, null, 2) : inWords(found.data, asked.search))
  return OK
}

function inWords(found: ResultChanges, { flag, environment, until }: WhyOptions['search']): string {
  const { outcome, changes, omitted, limits, hasMore, searchedTo, byChance } = found
  const when = until === undefined ? 'now' : `at ${until}`
  return [
    ...(outcome && flag !== undefined
      ? [
          `${flag} in ${environment} ${when}: ${outcomeInWords(outcome)}`,
          ...outcome.explanation.map(indented),
        ]
      : []),
    ...(byChance ? ['The result depends on chance: the context has nothing to be sticky on.'] : []),
    ...(changes.length === 0 ? ['No changes.'] : changes.flatMap((change) => linesOf(change, flag))),
    ...(omitted > 0 ? [`${omitted} further changes of that time are left out.`] : []),
    ...(hasMore && searchedTo !== null ? [`More changes are older: use --until ${searchedTo}`] : []),
    ...limits.map(
      (limit) => (limit.flag === null || limit.flag === flag ? '' : `${limit.flag}: `) + limit.reason,
    ),
  ].join('\n')
}

function linesOf(change: ResultChange, flag: string | undefined): string[] {
  const name = flag === undefined ? `${change.flag}: ` : ''
  const ids = change.events.map(({ id }) => id).join(', ')
  const where = ids === '' ? '' : ` (event ${ids})`
  return [
    '',
    `${change.at}  ${name}${changeInWords(change)}. ${causeInWords(change)}${where}`,
    indented(`before: ${change.before.explanation[0] ?? ''}`),
    indented(`after:  ${change.after.explanation[0] ?? ''}`),
  ]
}

const indented = (line: string) => `  ${line}`
