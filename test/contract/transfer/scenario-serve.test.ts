import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createLogger } from '#kernel/logger.ts'
import { getFeatures } from '#shared/flags/contract/features.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { eventually } from '#support/runner/eventually.ts'

let temp: ReturnType<typeof makeTempFolder>
let file: string
let app: TestBackend | undefined
beforeEach(() => {
  temp = makeTempFolder()
  file = path.join(temp.folder, 'flags.yaml')
})
afterEach(async () => {
  await app?.stop()
  app = undefined
  temp.remove()
})

const withFlags = (...names: string[]) =>
  `scenario: 1\nprune: true\nflags: [${names.map((name) => `{ name: ${name} }`).join(', ')}]\n`
const flagsOf = async (backend: TestBackend) => {
  const { body } = await backend.call(getFeatures, { params: { projectId: 'default' } })
  return body.features.map(({ name }) => name)
}

describe('an instance that is started with a scenario file', () => {
  it('is what the file says before it answers, and stays so at the next start', async () => {
    writeFileSync(file, withFlags('one', 'two'))
    // with users: the instance starts twice
    const env = { HALYARD_SCENARIO: file }
    app = await startBackend({ env, users: [{ username: 'ann', roles: ['Viewer'] }] })
    expect(await flagsOf(app)).toEqual(['one', 'two'])
    expect(app.backend.status()).toMatchObject({ scenarioFails: false })
  })

  it('does not start with a wrong or missing file, and names file, line and path', async () => {
    writeFileSync(file, 'scenario: 1\nflags:\n  - name: a b\n  - name: ok\n    colour: red\n')
    const start = startBackend({ env: { HALYARD_SCENARIO: file } })
    await expect(start).rejects.toThrow(
      `The scenario file ${file} cannot be applied:\nflags.yaml:3 flags[0].name: `,
    )
    await expect(start).rejects.toThrow('flags.yaml:4 flags[1]: Unrecognized key: "colour"')
    await expect(startBackend({ env: { HALYARD_SCENARIO: `${file}.none` } })).rejects.toThrow('ENOENT')
    await expect(startBackend({ env: { HALYARD_SCENARIO_WATCH: 'true' } })).rejects.toThrow('scenarioFile')
  })

  it('follows each save, stays as it is after a wrong one, and recovers with the next', async () => {
    const lines: string[] = []
    const logger = createLogger('error', { write: (line) => void lines.push(line) })
    writeFileSync(file, withFlags('one'))
    app = await startBackend({ logger, env: { HALYARD_SCENARIO: file, HALYARD_SCENARIO_WATCH: 'true' } })
    const backend = app
    const becomes = (names: string[]) => eventually(async () => expect(await flagsOf(backend)).toEqual(names))
    writeFileSync(`${file}.new`, withFlags('one', 'two'))
    renameSync(`${file}.new`, file)
    await becomes(['one', 'two'])
    writeFileSync(file, withFlags('one', 'a/b'))
    await eventually(() => expect(backend.backend.status().scenarioFails).toBe(true))
    expect(lines.join('')).toContain('flags.yaml:3 flags[1].name: ')
    expect(await flagsOf(backend)).toEqual(['one', 'two'])
    writeFileSync(file, withFlags('two', 'three'))
    await becomes(['three', 'two'])
    await eventually(() => expect(backend.backend.status().scenarioFails).toBe(false))
  })
})
