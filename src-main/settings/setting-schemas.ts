import { z } from 'zod'

import { ownValue } from '#shared/own-value.ts'
import { readContractVersion } from '#shared/versions/rules/contract-version.ts'
import { isRange } from '#kernel/address-ranges.ts'
import { LOG_LEVELS } from '#kernel/logger.ts'

export const Port = z.union([
  z.literal('auto'),
  z.coerce.number('must be a number from 0 to 65535, or "auto"').int().min(0).max(65_535),
])

/** JSON array, or text separated by commas. */
export const List = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
])

export const Contract = z.coerce.string().transform((text, context) => {
  const version = readContractVersion(text)
  if (version !== undefined) return version
  context.addIssue({ code: 'custom', message: 'must be a version from 3 to 8, such as 6 or 6.9' })
  return z.NEVER
})

/** `4243=5`: port 4243 answers as version 5. */
function readPortAndVersion(text: string): { port: string; contract: string } {
  const [port = '', contract = ''] = text.split('=')
  return { port: port.trim(), contract: contract.trim() }
}

const FurtherPort = z.preprocess(
  (value) => (typeof value === 'string' ? readPortAndVersion(value) : value),
  z.strictObject({
    port: z.coerce.number('must be a number from 1 to 65535').int().min(1).max(65_535),
    contract: Contract,
    strict: Contract.optional().transform((version) => version ?? null),
  }),
)
export const FurtherPorts = List.or(z.array(z.unknown())).pipe(z.array(FurtherPort))

export const YesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: 'must be true or false' })
  .transform((said) => said === true || said === 'true' || said === '1')

/** `/flags`, also written `flags` or `/flags/`; empty: none. */
export const BasePath = z
  .string()
  .regex(/^[/\w.~-]*$/, 'must be a path such as /flags, of letters, digits and -._~/')
  .transform((text) => text.split('/').filter((part) => part !== ''))
  .refine((parts) => !parts.includes('.') && !parts.includes('..'), 'must not contain "." or ".." as a part')
  .transform((parts) => parts.map((part) => `/${part}`).join(''))

/** Addresses and ranges, such as `127.0.0.1, 10.0.0.0/8`. */
export const Ranges = List.refine((list) => list.every(isRange), {
  error: ({ input }) => {
    const wrong = (input as readonly string[]).find((one) => !isRange(one))
    return `must be addresses or ranges, such as 127.0.0.1 or 10.0.0.0/8, and ${wrong} is neither`
  },
})

const THIS_MACHINE: readonly string[] = ['127.0.0.0/8', '::1']
const READERS: ReadonlyMap<unknown, 'all' | 'off' | readonly string[]> = new Map<
  unknown,
  'all' | 'off' | readonly string[]
>([
  // the option of the original
  [true, 'all'],
  ['true', 'all'],
  ['all', 'all'],
  [false, 'off'],
  ['false', 'off'],
  ['off', 'off'],
  ['loopback', THIS_MACHINE],
])

/** Callers of `/internal-backstage/prometheus`. */
export const ServerMetrics = z.unknown().transform((said, context) => {
  const readers = READERS.get(said)
  if (readers !== undefined) return readers
  const ranges = Ranges.safeParse(said)
  if (ranges.success) return ranges.data
  context.addIssue({
    code: 'custom',
    message: 'must be off, loopback, all, or addresses and ranges such as 10.0.0.0/8',
  })
  return z.NEVER
})

export const Count = z.coerce.number('must be a number').int().min(0)

/** Levels that other loggers have, as `LOG_LEVEL` may be set for several programs. */
const OTHER_LEVELS: Readonly<Record<string, string>> = { fatal: 'error', trace: 'debug' }
export const LogLevel = z.preprocess((said) => {
  if (typeof said !== 'string') return said
  const level = said.toLowerCase()
  return ownValue(OTHER_LEVELS, level) ?? level
}, z.enum(LOG_LEVELS))

/** Headers that make up the connection. */
const OF_CONNECTION = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect)$/i

/** Name of a header. */
export const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header, such as X-Api-Key')
  .refine((name) => !OF_CONNECTION.test(name), 'must not be a header of the connection')
  .transform((name) => name.toLowerCase())

/** Value that no other header can follow in. */
const HeaderValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/)

/** `Name: value`, separated by commas; pairs of name and value. */
export const HeaderLines = List.pipe(z.array(z.string().max(8000)).max(50)).transform((lines, context) =>
  lines.flatMap((line) => {
    const at = line.indexOf(':')
    const name = HeaderName.safeParse(line.slice(0, Math.max(0, at)).trim())
    const value = HeaderValue.safeParse(line.slice(at + 1).trim())
    if (name.success && value.success) return [[name.data, value.data] as const]
    // the value may be a secret: the message has the place only
    context.addIssue({
      code: 'custom',
      message: `must be headers such as "X-Api-Key: abc", separated by commas, and number ${lines.indexOf(line) + 1} is none`,
    })
    return []
  }),
)
