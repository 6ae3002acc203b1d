import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { frameOf, namesOf, partsToApply, partsToPlan, splitScenario, type Split } from './scenario-parts.ts'

const flag = (name: string, dependencies: object[] = []) => ({
  name,
  description: 'dependencies: none\n  - item\n"flags:"',
  dependencies,
  environments: { development: { strategies: [{ name: 'default' }] } },
})
const SCENARIO = {
  scenario: 1,
  projects: [{ id: 'shop' }],
  flags: [flag('a', [{ feature: 'c' }]), flag('b'), flag('c'), flag('d')],
  apiTokens: [{ tokenName: 't' }],
}
const yamlOf = ({ projects, flags, apiTokens }: typeof SCENARIO) => {
  const item = ({ name, description, dependencies, environments }: (typeof flags)[number]) =>
    `  - name: ${name}\n    description: ${JSON.stringify(description)}\n    dependencies:${
      dependencies.length === 0
        ? ' []'
        : dependencies.map((one) => `\n      - ${JSON.stringify(one)}`).join('')
    }\n    environments: ${JSON.stringify(environments)}\n    # a remark\n`
  return `# head\nscenario: 1\n\nprojects:\n  - ${JSON.stringify(projects[0])}\n\nflags:\n${flags.map(item).join('')}\napiTokens:\n  - ${JSON.stringify(apiTokens[0])}\n`
}

const split = (text: string): Split => {
  const found = splitScenario(text)
  if (!found) throw new Error('It is not split.')
  return found
}
const read = (text: string) => parse(text) as Partial<typeof SCENARIO>

describe.each([
  ['YAML', yamlOf(SCENARIO)],
  ['JSON', JSON.stringify(SCENARIO, null, 2)],
])('a long scenario in %s', (_format, text) => {
  it('is applied as a whole, parents before their children', () => {
    const parts = partsToApply(split(text), 400).map(read)
    expect(parts.length).toBeGreaterThan(4)
    expect(parts.every(({ scenario }) => scenario === 1)).toBe(true)
    expect(parts[0]?.projects).toEqual(SCENARIO.projects)
    expect(parts.at(-1)?.apiTokens).toEqual(SCENARIO.apiTokens)
    const flags = parts.flatMap((part) => part.flags ?? [])
    expect(flags.map(({ name }) => name)).toContain('a')
    expect(flags.findIndex(({ name }) => name === 'a')).toBeGreaterThan(
      flags.findIndex(({ name }) => name === 'c'),
    )
    expect(flags.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(SCENARIO.flags)
  })

  it('is planned with what flags name in front of each part', () => {
    const parts = partsToPlan(split(text), 500).map(read)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.flatMap(({ flags = [] }) => flags)).toEqual(SCENARIO.flags)
    for (const { scenario, projects } of parts)
      expect({ scenario, projects }).toEqual({ scenario: 1, projects: SCENARIO.projects })
  })

  it('is pruned by the names of its flags and all of its other lists', async () => {
    const { projects, apiTokens } = SCENARIO
    expect(read(frameOf(split(text)))).toEqual({ scenario: 1, projects, apiTokens })
    const names = await namesOf(split(text))
    expect(names).toEqual(SCENARIO.flags.map(({ name }) => ({ name })))
    expect(read(frameOf(split(text), names))).toEqual({ scenario: 1, projects, apiTokens, flags: names })
  })
})

it('archived flags keep that beside their names, and a flag without a name cannot be read', async () => {
  const flags = (more: string) => split(`scenario: 1\nflags:\n  - name: a\n    archived: true\n${more}`)
  expect(await namesOf(flags('  - name: b\n    archived: false\n'))).toEqual([
    { name: 'a', archived: true },
    { name: 'b' },
  ])
  await expect(namesOf(flags('  - names: b\n'))).rejects.toThrow('Its flags cannot be read')
  await expect(namesOf(flags('  - name: "b\n'))).rejects.toThrow('Its flags cannot be read')
})

it('a file of another form is not split', () => {
  expect(splitScenario('scenario: 1\nflags: [{ name: a }]\n')).toBeUndefined()
  expect(splitScenario('{"scenario": 1}')).toBeUndefined()
})

it('a file says plainly that it prunes', async () => {
  const yaml = (line: string) => `scenario: 1\n${line}\nflags:\n  - name: a\n`
  expect(split(yaml('prune: true # all')).prune).toBe(true)
  expect(split(yaml('prune: false')).prune).toBe(false)
  expect(split(yaml('# prune: true')).prune).toBe(false)
  expect(() => split(yaml('prune: &yes true'))).toThrow('Write prune: true')
  const json = split('{"scenario": 1, "prune": true, "flags": []}')
  expect(json.prune).toBe(true)
  expect(read(frameOf(json, []))).toEqual({ scenario: 1, flags: [] })
})
