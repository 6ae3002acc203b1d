import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { root } from '#support/runner/root.ts'

interface Service {
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  stop_grace_period?: string
  depends_on?: string[] | Record<string, unknown>
  ports?: string[]
}

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const compose = parse(read('resources/scale/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
}
const dockerfile = read('resources/scale/Dockerfile')
const proxy = read('resources/scale/haproxy.cfg')
const halyards = Object.entries(compose.services).filter(([, service]) => service.build)
/** Everything in a file that an expression's group names. */
const all = (text: string, expression: RegExp) => [...text.matchAll(expression)].map(([, one = '']) => one)

/** Run by hand with processes in place of containers: test/postgres/recipe. */
describe('the recipe for several Halyards', () => {
  it('leads the proxy to each Halyard, at the port that the image has', () => {
    expect(halyards.length).toBeGreaterThan(1)
    const [port] = all(dockerfile, /^EXPOSE (\d+)$/gm)
    expect(all(proxy, /^ *server \w+ (\S+)$/gm)).toEqual(halyards.map(([name]) => `${name}:${port}`))
    const bound = all(proxy, /^ *bind :(\d+)$/gm)
    expect(compose.services['proxy']?.ports).toEqual(bound.map((own) => `127.0.0.1:${own}:${own}`))
    expect(compose.services['proxy']?.depends_on).toEqual(halyards.map(([name]) => name))
  })

  it('sets what there is to set, and gives each Halyard longer to end than it drains', () => {
    const known = read('docs/configuration.md')
    for (const [, { environment = {}, stop_grace_period: grace = '0s' }] of halyards) {
      for (const name of Object.keys(environment)) expect(known, name).toContain(`\`${name}\``)
      expect(Number(environment['HALYARD_DRAIN_SECONDS'])).toBeGreaterThan(0)
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(2 * Number(environment['HALYARD_DRAIN_SECONDS']))
    }
    for (const name of all(dockerfile, /(HALYARD_\w+)=/g)) expect(known, name).toContain(`\`${name}\``)
  })

  it('starts what the build makes, on a Node that Halyard runs on', () => {
    const [entrypoint = '[]', command = '[]'] = all(dockerfile, /^(?:ENTRYPOINT|CMD) (.*)$/gm)
    expect(JSON.parse(entrypoint)).toEqual(['node', 'out/main/cli.js'])
    expect(JSON.parse(command)).toEqual(['serve'])
    expect(read('electron.vite.config.ts')).toContain("cli: 'src-main/cli.ts'")
    const [least = ''] = all(read('package.json'), /"node": ">=(\d+)/g)
    for (const node of all(dockerfile, /^FROM node:(\d+)-/gm))
      expect(Number(node)).toBeGreaterThanOrEqual(Number(least))
    for (const [, { build }] of halyards)
      expect(path.posix.join('resources/scale', build?.context ?? '')).toBe('.')
  })
})
