import { z } from 'zod'

import { SCENARIO_ITEMS, type ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import type { Reader } from '../../promotion/original/ask-original.ts'
import { inNumber, type LeftOuts } from '../left-out.ts'

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()
const Tokens = z.object({
  tokens: z.array(
    z.object({
      secret: maybe(z.string()),
      tokenName: maybe(z.string()),
      username: maybe(z.string()),
      type: z.string(),
      environment: maybe(z.string()),
      project: maybe(z.string()),
      projects: maybe(z.array(z.string())),
      expiresAt: maybe(z.string()),
    }),
  ),
})

type Token = NonNullable<ScenarioItems['apiTokens']>[number]

/** Reads the tokens of SDKs, with their values where the service shows them: then SDKs can use the copy as they are. */
export async function readTokens(read: Reader, leftOut: LeftOuts): Promise<Token[] | undefined> {
  const answer = await leftOut.unlessRefused('API tokens', read('getAllApiTokens', Tokens))
  if (!answer) return undefined
  const { tokens } = answer
  const admins = tokens.filter(({ type }) => type.toLowerCase() === 'admin')
  if (admins.length > 0)
    leftOut.add(
      inNumber(admins.length, 'admin token'),
      'It opens your whole service. The window of a copy needs none.',
    )
  let hidden = 0
  const kept = tokens.flatMap((one): Token[] => {
    if (admins.includes(one)) return []
    const { tokenName, username, type, environment, project, projects, expiresAt, secret } = one
    const name = tokenName ?? username ?? type
    const token = {
      tokenName: name,
      type: type.toLowerCase() === 'frontend' ? 'frontend' : 'backend',
      environment: environment ?? '*',
      projects: projects ?? [project ?? '*'],
      expiresAt: expiresAt ?? null,
    }
    const whole = SCENARIO_ITEMS.apiTokens.safeParse({ ...token, secret: secret ?? undefined })
    const item = whole.success && secret != null ? whole : SCENARIO_ITEMS.apiTokens.safeParse(token)
    if (!item.success) {
      leftOut.add(`The API token ${name}`, item.error.issues[0]?.message ?? 'It has another shape.')
      return []
    }
    if (item.data.secret === undefined) hidden += 1
    return [item.data]
  })
  if (hidden > 0)
    leftOut.add(
      `Values of ${inNumber(hidden, 'API token')}`,
      'The service does not show them. The copy has new ones.',
    )
  return kept
}
