import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'

/** Verbs that the summaries do not use: Returns, Checks, Removes, Deletes, Creates and Adds are plainer. */
const UNWANTED = ['Answers', 'Says', 'Takes', 'Forgets', 'Makes', 'Gives', 'Puts', 'Lets']

describe('the summaries of the OpenAPI document', () => {
  it.each([...OPERATIONS, ...FORMER_OPERATIONS].map(({ operationId, summary }) => [operationId, summary]))(
    '%s is one short sentence that starts with a verb',
    (_, summary) => {
      expect(summary).toMatch(/^[A-Z][a-z]+s,? /)
      expect(summary).not.toMatch(/\./)
      expect(summary.length).toBeLessThanOrEqual(100)
      expect(UNWANTED).not.toContain(summary.split(' ')[0])
    },
  )
})
