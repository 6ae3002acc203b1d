import { expect, it } from 'vitest'

import { readMcpOptions } from '#main/cli/mcp-options.ts'
import { agentSettings, MODES } from './agent-settings.ts'

const URL_OF_INSTANCE = 'http://127.0.0.1:4242'

it.each(MODES.map(({ value }) => value))(
  'settings of an agent in the mode %s are those that the program reads',
  (mode) => {
    const { mcpServers } = JSON.parse(agentSettings('program', URL_OF_INSTANCE, mode)) as {
      mcpServers: { halyard: { command: string; args: string[]; env: NodeJS.ProcessEnv } }
    }
    const { command, args: all } = mcpServers.halyard
    const [name, ...args] = all
    // never by npx, which would fetch a stranger's package of that name, and give it the token
    expect([command, name]).toEqual(['halyard', 'mcp'])
    expect(readMcpOptions(args, mcpServers.halyard.env)).toEqual({
      url: URL_OF_INSTANCE,
      token: '<TOKEN>',
      mode,
    })
  },
)

it('settings over HTTP name the address, and the mode where it is limited', () => {
  const urlOf = (mode: 'all' | 'read-only') =>
    (JSON.parse(agentSettings('http', URL_OF_INSTANCE, mode)) as { mcpServers: { halyard: { url: string } } })
      .mcpServers.halyard.url
  expect(urlOf('all')).toBe('http://127.0.0.1:4242/mcp')
  expect(urlOf('read-only')).toBe('http://127.0.0.1:4242/mcp?mode=read-only')
})
