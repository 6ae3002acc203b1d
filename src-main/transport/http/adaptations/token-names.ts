import type { Adaptation } from './adaptation.ts'
import { isRecord, type JsonRecord } from './json-record.ts'

/** Document, "Removed schema properties in v7": API tokens had their name as `username`, too. */
export const TOKEN_NAMES: Adaptation = {
  versions: '<7.0.0',
  operations: [
    'createApiToken',
    'getAllApiTokens',
    'getApiTokensByName',
    'createProjectApiToken',
    'getProjectApiTokens',
  ],
  request: (raw) => {
    const { body } = raw
    if (!isRecord(body) || body['tokenName'] !== undefined || body['username'] === undefined) return raw
    const { username, ...rest } = body
    return { ...raw, body: { ...rest, tokenName: username } }
  },
  answer: (reply) => {
    const { body } = reply
    if (!isRecord(body)) return reply
    const { tokens } = body
    if (Array.isArray(tokens))
      return {
        ...reply,
        body: { ...body, tokens: tokens.map((token: unknown) => (isRecord(token) ? named(token) : token)) },
      }
    return { ...reply, body: named(body) }
  },
}

const named = (token: JsonRecord): JsonRecord => ({ ...token, username: token['tokenName'] })
