import { readFileSync, writeFileSync } from 'node:fs'

import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { scenarioJsonSchema } from '#domains/transfer/scenario/scenario-json-schema.ts'
import { Scenario } from '#shared/transfer/schemas/scenario.ts'

const FILE = 'resources/scenario.schema.json'

describe('the published schema of scenarios', () => {
  it('is what the service checks and serves (UPDATE_SCENARIO_SCHEMA=1 writes it)', async () => {
    const text = await format(JSON.stringify(scenarioJsonSchema()), { parser: 'json', printWidth: 110 })
    if (process.env['UPDATE_SCENARIO_SCHEMA']) writeFileSync(FILE, text)
    expect(readFileSync(FILE, 'utf8')).toBe(text)
  })
})

describe('the example of docs/scenario.md', () => {
  it('is a valid scenario', () => {
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(readFileSync('docs/scenario.md', 'utf8')) ?? []
    expect(Scenario.safeParse(parse(example)).error?.issues).toBeUndefined()
    expect(example).toContain('flags:')
  })
})
