import { expect, it } from 'vitest'

import { secretsOf, withoutSecrets } from './secrets.ts'

it.each([
  [{ authorization: 'Bearer token-1234' }, 'Unknown token-1234', 'Unknown *****'],
  [{ customHeaders: '{"X-Key":"Token key-1234"}' }, 'Unknown key-1234', 'Unknown *****'],
  [{ url: 'https://example.com/hook/key-of-the-path' }, 'No key-of-the-path', 'No *****'],
])('%j: %s', (parameters: Record<string, string>, text, expected) => {
  expect(withoutSecrets(text, secretsOf('webhook', parameters))).toBe(expected)
})
