import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { AGENT_TOOLS } from '#shared/clients/agents/agent-tools.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'

const SKILL = readFileSync('resources/package/skills/halyard/SKILL.md', 'utf8')

describe('the skill for agents', () => {
  it('has the name of its folder, and says when it is of use', () => {
    const [, header = ''] = SKILL.split('---\n')
    const fields = new Map(
      header.split('\n').map((line): [string, string] => {
        const [name = '', value = ''] = line.split(': ')
        return [name, value]
      }),
    )
    expect(fields.get('name')).toBe('halyard')
    // the bounds of the format
    expect(fields.get('description')?.length).toBeGreaterThan(50)
    expect(fields.get('description')?.length).toBeLessThanOrEqual(1024)
    expect(SKILL.split('\n').length).toBeLessThan(500)
  })

  it('names commands and options that there are', async () => {
    const named = [...SKILL.matchAll(/\bhalyard ([a-z][a-z-]+)([^`\n]*)/g)]
    expect(named.length).toBeGreaterThan(10)
    for (const [line, command = '', rest = ''] of named) {
      const { status, out } = await runCommandLine(command, '--help')
      expect(status, line).toBe(0)
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(out, line).toContain(`  ${option}`)
    }
  })

  it('names tools that there are', () => {
    const tools = new Set(AGENT_TOOLS.map(({ name }) => name))
    const named = [...SKILL.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !tools.has(name))).toEqual([])
  })

  it('has a scenario that passes its expectations', async () => {
    const [, scenario = ''] = /```yaml\n([\s\S]*?)```/.exec(SKILL) ?? []
    const { folder, remove } = makeTempFolder()
    const file = path.join(folder, 'flags.yaml')
    writeFileSync(file, scenario)
    try {
      expect((await runCommandLine('test', file)).status).toBe(0)
    } finally {
      remove()
    }
  })
})
