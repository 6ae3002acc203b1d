import { describe, expect, it } from 'vitest'

import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { requestsOf } from './requests-of.ts'
import { toSlackText } from './slack.ts'

const event: DescribedEvent = {
  id: 7,
  type: 'feature-environment-enabled',
  createdBy: 'ann',
  createdByUserId: 2,
  createdAt: '2026-11-21T12:00:00.000Z',
  data: { reason: 'why not' },
  preData: null,
  tags: [],
  featureName: 'dark-mode',
  project: 'default',
  environment: 'production',
  groupType: 'transaction',
  groupId: '01',
  label: 'Flag enabled',
  summary: '**ann** enabled **[dark-mode](http://h/f)** for the **production** environment',
}

const link = 'http://h/f'

const send = (provider: string, parameters: Record<string, string>, more: Partial<DescribedEvent> = {}) =>
  requestsOf(provider, { event: { ...event, ...more }, parameters, link }).map(({ body, ...rest }) => ({
    ...rest,
    body: JSON.parse(body) as Record<string, unknown>,
  }))

const url = 'https://example.com/hook'
const slackTag = (value: string) => ({ type: 'slack', value })

describe('the request to Slack', () => {
  const text = '*ann* enabled *<http://h/f|dark-mode>* for the *production* environment'

  it('posts to the given channels, as the app', () => {
    const [first, second] = send('slack-app', {
      accessToken: 'xoxb-1',
      defaultChannels: 'general, releases,',
    })
    expect(first).toMatchObject({
      url: 'https://slack.com/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-1' },
      body: { channel: 'general', text },
    })
    expect(second?.body).toMatchObject({ channel: 'releases' })
  })

  it('posts to the channels of the tags instead', () => {
    const tags = [slackTag('team-a'), { type: 'simple', value: 'x' }, slackTag('team-b')]
    const sent = send('slack-app', { accessToken: 'x', defaultChannels: 'general' }, { tags })
    expect(sent.map(({ channel }) => channel)).toEqual(['team-a', 'team-b'])
  })

  it('posts nothing where there is no channel', () => {
    expect(send('slack-app', { accessToken: 'x' })).toEqual([])
  })

  it('can fail with status 200', () => {
    const [request] = requestsOf('slack-app', {
      event,
      parameters: { accessToken: 'x', defaultChannels: 'a' },
      link,
    })
    expect(request?.problemIn?.('{"ok":true}')).toBeUndefined()
    expect(request?.problemIn?.('{"ok":false,"error":"channel_not_found"}')).toBe(
      'Slack says channel_not_found.',
    )
    expect(request?.problemIn?.('<html>')).toBe('Slack does not answer as it should.')
  })

  it('sends a name and an icon to the incoming webhook', () => {
    expect(
      send('slack', { url, defaultChannel: '#general', username: 'Flags', emojiIcon: ':flag:' }),
    ).toMatchObject([{ url, body: { channel: '#general', username: 'Flags', icon_emoji: ':flag:', text } }])
  })

  it('escapes Slack markup in names', () => {
    expect(toSlackText('**<!channel>** & co')).toBe('*&lt;!channel&gt;* &amp; co')
  })
})

describe('the request to Microsoft Teams', () => {
  it('is a message card with a link to the flag', () => {
    expect(send('teams', { url })[0]?.body).toMatchObject({
      '@type': 'MessageCard',
      summary: 'Flag enabled',
      sections: [{ facts: [{ name: 'Flag', value: 'dark-mode' }, {}, {}, { name: 'By', value: 'ann' }] }],
      potentialAction: [{ '@type': 'OpenUri', targets: [{ uri: link }] }],
    })
  })

  it('is an adaptive card through a workflow', () => {
    const [{ content }] = send('teamsworkflow', { url })[0]?.body['attachments'] as [{ content: object }]
    expect(content).toMatchObject({
      type: 'AdaptiveCard',
      body: [{ text: 'Flag enabled' }, { text: event.summary }, { type: 'FactSet' }],
      actions: [{ type: 'Action.OpenUrl', url: link }],
    })
  })
})

describe('the requests to monitoring services', () => {
  it('send Datadog an event with markdown and tags', () => {
    const tags = [{ type: 'datadog', value: 'team:a' }]
    expect(send('datadog', { apiKey: 'key', sourceTypeName: 'unleash' }, { tags })).toMatchObject([
      {
        url: 'https://api.datadoghq.com/api/v1/events',
        headers: { 'dd-api-key': 'key' },
        body: {
          title: 'Flag enabled',
          text: `%%%\n${event.summary}\n%%%`,
          tags: ['flag:dark-mode', 'project:default', 'environment:production', 'team:a'],
          source_type_name: 'unleash',
        },
      },
    ])
  })

  it('send New Relic a flat event with the time of the event', () => {
    const [sent] = send('new-relic', { url, licenseKey: 'key' }, { data: { long: 'x'.repeat(5000) } })
    expect(sent).toMatchObject({ url, headers: { 'api-key': 'key' } })
    expect(sent?.body).toMatchObject({ flagEventType: event.type, timestamp: Date.parse(event.createdAt) })
    for (const value of Object.values(sent?.body ?? {})) {
      expect(['string', 'number']).toContain(typeof value)
      expect(String(value).length).toBeLessThanOrEqual(4096)
    }
  })
})

it('custom headers are added, and replace none that is required', () => {
  const parameters = {
    apiKey: 'key',
    customHeaders: '{"X-Team":"a","DD-API-KEY":"evil","Content-Type":"text/x"}',
  }
  expect(send('datadog', parameters)[0]?.headers).toEqual({
    'user-agent': 'halyard',
    'x-team': 'a',
    'dd-api-key': 'key',
    'content-type': 'application/json',
  })
})
