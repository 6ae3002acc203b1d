import { readFileSync, writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { AGENT_TOOLS, toolRights } from './agent-tools.ts'
import { inputSchemaOf, toToolRequest } from './tool-input.ts'

const DOCUMENT = 'docs/agents.md'
const MARK = '<!-- tools: src-shared/clients/agents/agent-tools.test.ts -->'
/** The table of the documentation. `UPDATE_AGENTS=1` writes it. */
const table = [
  '| Tool | Effect | Permission of the token | Approval |',
  '| --- | --- | --- | --- |',
  ...toolRights().map(
    ({ name, effect, anyOf, needsApproval }) =>
      `| \`${name}\` | ${effect} | ${anyOf.join(' or ') || 'to see the project'} | ${needsApproval ? 'where it is required' : ''} |`,
  ),
].join('\n')

describe('the tools of agents', () => {
  it('stand in the documentation with their permissions', () => {
    const [before = ''] = readFileSync(DOCUMENT, 'utf8').split(MARK)
    const expected = `${before}${MARK}\n\n${table}\n`
    if (process.env['UPDATE_AGENTS'] === '1') writeFileSync(DOCUMENT, expected)
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(expected)
  })

  it('offer fields that their operations have', () => {
    for (const tool of AGENT_TOOLS) {
      const { properties } = inputSchemaOf(tool, tool.operation) as { properties: object }
      expect(Object.keys(properties), tool.name).toEqual(expect.arrayContaining([...(tool.takes ?? [])]))
    }
  })

  it('write only where they say so', () => {
    const reads = AGENT_TOOLS.filter(({ effect }) => effect === 'read').map(({ operation }) => operation)
    const writing = reads.filter(({ method }) => method !== 'GET')
    // a POST for its context
    expect(writing.map(({ operationId }) => operationId)).toEqual([
      'explainFlagWithPost',
      'findResultChanges',
      'runExpectations',
    ])
  })

  it('divide their arguments into path, query and body', () => {
    const [create, find] = ['create_flag', 'find_flags'].map((name) =>
      AGENT_TOOLS.find((one) => one.name === name),
    )
    if (!create || !find) throw new Error('a tool is missing')
    expect(toToolRequest(create, create.operation, { projectId: 'p', name: 'x', dryRun: true })).toEqual({
      params: { projectId: 'p' },
      query: {},
      body: { name: 'x' },
    })
    expect(toToolRequest(find, find.operation, { query: 'x', limit: 5 })).toEqual({
      params: {},
      query: { query: 'x', limit: '5' },
    })
    expect(() => toToolRequest(find, find.operation, { dryRun: true })).toThrow('"dryRun"')
    expect(() => toToolRequest(find, find.operation, { sortBy: 'name' })).toThrow('"sortBy"')
  })
})
