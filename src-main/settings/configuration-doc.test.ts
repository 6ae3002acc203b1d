import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'
import { SERVE_USAGE } from '#main/cli/serve-command.ts'
import { ALL_SETTINGS, SETTINGS } from './settings.ts'
import { fillConfigurationDoc } from './configuration-doc.ts'
import { flagsOf, optionOf, settingOptions } from './flags.ts'
import type { SettingNode } from './setting-node.ts'

const DOC = path.join(root, 'docs/configuration.md')

describe('the declared settings', () => {
  it('are the tables of docs/configuration.md (UPDATE_CONFIGURATION=1 writes them)', () => {
    const text = readFileSync(DOC, 'utf8')
    const filled = fillConfigurationDoc(text)
    if (process.env['UPDATE_CONFIGURATION'] === '1') writeFileSync(DOC, filled)
    else expect(text).toBe(filled)
  })

  it('are explained by the help of the command line, where they have a flag', () => {
    for (const { flag } of Object.values<SettingNode>(SETTINGS))
      if (flag) expect(SERVE_USAGE).toContain(`  ${optionOf(flag)} `)
    expect(SERVE_USAGE).toMatch(/HALYARD_PORT, HALYARD_HOST/)
    expect(SERVE_USAGE).toContain('INIT_ADMIN_API_TOKENS, INIT_BACKEND_API_TOKENS, INIT_FRONTEND_API_TOKENS')
  })

  it('are read from the flags of parseArgs, and nothing else is', () => {
    const values = {
      port: '1',
      'data-dir': '/d',
      listen: ['2=5'],
      settings: '/s',
      'start-empty': true,
      watch: true,
    }
    expect(flagsOf(values)).toEqual({
      port: '1',
      dataDir: '/d',
      listeners: ['2=5'],
      settings: '/s',
      watchScenario: true,
    })
    // an option without its value is not a switch
    expect(flagsOf({ port: true, watch: '1' })).toEqual({})
    expect(settingOptions(false)).toMatchObject({
      watch: { type: 'boolean' },
      host: {},
      listen: { multiple: true },
      settings: {},
    })
    // Chromium has a switch of this name
    expect(settingOptions(true)).not.toHaveProperty('host')
  })

  it('have a title each, one variable at least, and no variable of another', () => {
    const variables = ALL_SETTINGS.flatMap(({ node }) => node.variables)
    expect(new Set(variables).size).toBe(variables.length)
    for (const { node } of ALL_SETTINGS) {
      expect(node.title).not.toBe('')
      expect(node.variables.length).toBeGreaterThan(0)
    }
  })

  it('that hold a secret, or open the service to others, are not changed over the API', () => {
    const closed = ALL_SETTINGS.filter(({ node }) => !node.input || node.isWindowOnly).map(({ key }) => key)
    const open = ALL_SETTINGS.filter(({ node }) => node.input && !node.isWindowOnly).map(({ key }) => key)
    // a new setting is closed until it is added here
    expect(open.filter((key) => !key.startsWith('limits.'))).toEqual([
      'port',
      'maxParallelSessions',
      'contract',
      'strict',
      'plan',
      'requireLicence',
      'drainSeconds',
      'logLevel',
      'actionsIntervalSeconds',
      'actionsPerCycle',
    ])
    for (const { key, node } of ALL_SETTINGS) if (node.secret) expect(closed).toContain(key)
    for (const { key } of ALL_SETTINGS)
      if (/password|secret|token|key|databaseUrl/i.test(key) && !key.startsWith('limits.'))
        expect(ALL_SETTINGS.find((one) => one.key === key)?.node.secret).toBe(true)
  })
})
