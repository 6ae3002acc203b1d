import { expect, it } from 'vitest'
import { parse } from 'yaml'

import { partsOf } from './scenario-parts.ts'

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

it.each([
  ['YAML', yamlOf(SCENARIO)],
  ['JSON', JSON.stringify(SCENARIO, null, 2)],
])('the parts of a scenario in %s are the whole of it, parents before their children', (_format, text) => {
  const parts = (partsOf(text, 400) ?? []).map((part) => parse(part) as Partial<typeof SCENARIO>)
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

it('a file of another form is not split, and one that prunes is refused', () => {
  expect(partsOf('scenario: 1\nflags: [{ name: a }]\n')).toBeUndefined()
  expect(partsOf('{"scenario": 1}')).toBeUndefined()
  expect(() => partsOf('scenario: 1\nprune: true\n\nflags:\n  - name: a\n')).toThrow('cannot prune')
  expect(() => partsOf('{"scenario": 1, "prune": true, "flags": []}')).toThrow('cannot prune')
})
